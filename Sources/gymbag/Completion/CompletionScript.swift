/// What makes a shell ask `gymbag completions candidates` for every word.
///
/// The scripts know nothing of the commands: so they stay right when the tool is replaced, and there is
/// one place that knows.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script, to be read by the shell.
  var text: String {
    switch self {
    case .bash:
      """
      # bash completion for gymbag
      _gymbag() {
        local IFS=$'\\n' word line paths= glue=
        local -a words=()
        # bash has split the words at = and :, which ids and addresses hold.
        for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
          if [[ $glue && $word != [=:]* || $word == [=:]* && ${#words[@]} -gt 0 ]]; then
            words[-1]+=$word
          else
            words+=("$word")
          fi
          [[ $word == *[=:] ]] && glue=1 || glue=
        done
        local current=${words[-1]} piece=${COMP_WORDS[COMP_CWORD]}
        [[ $piece == [=:]* ]] && piece=
        # What stands before the piece that bash will replace.
        local head=${current%"$piece"}
        COMPREPLY=()
        while read -r line; do
          case $line in
            :*) paths=${line#:} ;;
            *) line=${line%%$'\\t'*}; COMPREPLY+=("$(printf '%q' "${line#"$head"}")") ;;
          esac
        done < <("${COMP_WORDS[0]}" completions candidates -- "${words[@]}" 2> /dev/null)
        case $paths in
          files) paths=-f ;;
          directories) paths=-d ;;
          *) return ;;
        esac
        compopt -o filenames
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$paths" -- "$piece")
      }
      complete -F _gymbag gymbag

      """
    case .zsh:
      """
      #compdef gymbag
      _gymbag() {
        local line paths
        local -a found
        for line in "${(@f)$("${words[1]}" completions candidates -- "${(@Q)words[2,CURRENT]}" 2> /dev/null)}"; do
          case $line in
            :*) paths=${line#:} ;;
            ?*) found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}") ;;
          esac
        done
        (( $#found )) && _describe gymbag found
        case $paths in
          files) _files ;;
          directories) _files -/ ;;
        esac
      }
      if [ "$funcstack[1]" = _gymbag ]; then _gymbag "$@"; else compdef _gymbag gymbag; fi

      """
    case .fish:
      """
      # fish completion for gymbag
      function __gymbag_candidates
        set -l before (commandline -opc)
        set -l current (commandline -ct)
        for line in ($before[1] completions candidates -- $before[2..-1] "$current" 2> /dev/null)
          switch $line
            case ':files'
              __fish_complete_path "$current"
            case ':directories'
              __fish_complete_directories "$current" ''
            case ':*'
            case '*'
              echo $line
          end
        end
      end
      complete -c gymbag -f -a '(__gymbag_candidates)'

      """
    }
  }
}

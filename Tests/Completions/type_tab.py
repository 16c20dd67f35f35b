#!/usr/bin/env python3
"""Types a line and a tab into a real interactive shell, and prints what the line became.

    type_tab.py SHELL SCRIPT LINE

SHELL is bash, zsh or fish; SCRIPT is the completion script; LINE begins with gymbag. The line is not
run: printf shows the words that it has become, each in brackets.
"""

import os
import pty
import re
import select
import sys
import time

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; source '{}'"),
    "zsh": (["zsh", "-f", "-i"],
            "autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste prompt_sp; "
            "source '{}'"),
    "fish": (["fish", "--no-config", "-i"], "source '{}'"),
}
SECONDS = 20


class Shell:
    def __init__(self, command):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execvp(command[0], command)
        self.seen = ""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        """What the shell shows until it is silent for so long."""
        shown = b""
        while select.select([self.terminal], [], [], seconds)[0]:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        return shown.decode(errors="replace")

    def wait_for(self, mark):
        end = time.monotonic() + SECONDS
        shown = ""
        while mark not in shown and time.monotonic() < end:
            shown += self.read(0.2)
        return shown


def main():
    name, script, line = sys.argv[1:]
    command, setup = SHELLS[name]
    os.environ.update(PS1="> ", TERM="dumb", COLUMNS="400")
    shell = Shell(command)
    shell.type(setup.format(script) + "; echo rea''dy\n")
    if "ready" not in shell.wait_for("ready"):
        sys.exit(f"{name} did not start")
    shell.read(0.3)
    shell.type(line + "\t")
    shell.read(2.5)
    # The line as it is now, given back by printf: nothing of it is run.
    shell.type("\x01printf '[%s]' \x05\n")
    shown = shell.wait_for("]")
    shown += shell.read(0.3)
    shell.type("\x03\x04exit\n")
    os.close(shell.terminal)
    os.waitpid(shell.pid, 0)
    answers = re.findall(r"\[gymbag\](?:\[[^\]]*\])*", shown)
    print(answers[-1] if answers else repr(shown))


main()

// The tool: takes the command line apart, runs one command, prints and exits. Nothing below this
// target does either.
import GymbagSystem

Terminal.occupyStreams()
Terminal.useUTF8()
Interruption.install()
Program.exit(with: Program.run(Array(CommandLine.arguments.dropFirst())))

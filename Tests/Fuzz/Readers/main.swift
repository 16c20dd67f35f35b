// Gives a reader whatever libFuzzer makes up.
//
//   gymbag-fuzz --reader=NAME [libFuzzer's options] [DIRECTORY|FILE...]
//   gymbag-fuzz --seeds=DIRECTORY
//
// The second writes the small archive, its head and its index, which Corpus keeps, anew: whenever
// the format of archives changes. Tests/Fuzz/run does the first for every reader.

import CFuzzer
import Glibc

if let directory = Input.option("seeds") {
  try SmallArchive.writeSeeds(to: directory)
  exit(0)
}
_ = Input.reader

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
    Input.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  })

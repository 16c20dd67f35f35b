// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is built with.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Above the wrappers nothing may touch a raw pointer: silence of this check proves it.
let safe: [SwiftSetting] = strict + [.strictMemorySafety()]

/// A test target for a module, which is named after it, and for the built binary.
func test(_ name: String, of dependencies: [String], excluding scripts: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: (dependencies + ["GymbagTestSupport"]).map { .byName(name: $0) },
    exclude: scripts, swiftSettings: strict)
}

let tests = [
  test("GymbagModel", of: ["GymbagModel"]),
  test("GymbagSystem", of: ["GymbagSystem", "GymbagModel"]),
  test("GymbagJSON", of: ["GymbagJSON", "GymbagModel"], excluding: ["strict_json.py"]),
  test("GymbagCrypto", of: ["GymbagCrypto", "GymbagSystem", "GymbagModel"]),
  test("GymbagTar", of: ["GymbagTar", "GymbagSystem", "GymbagModel"]),
  test("GymbagHTTP", of: ["GymbagHTTP", "GymbagSystem", "GymbagModel"]),
  test("GymbagHome", of: ["GymbagHome", "GymbagSystem", "GymbagModel"]),
  test(
    "GymbagArchive",
    of: [
      "GymbagArchive", "GymbagTar", "GymbagCrypto", "GymbagJSON", "GymbagSystem", "GymbagModel",
    ]),
  test(
    "GymbagBackend",
    of: [
      "GymbagBackend", "GymbagArchive", "GymbagHTTP", "GymbagCrypto", "GymbagSystem", "GymbagModel",
    ]),
  test(
    "GymbagKit", of: ["GymbagKit", "GymbagSystem", "GymbagModel"],
    excluding: ["roster_dialects.py"]),
  test("Command", of: ["gymbag", "GymbagModel"]),
]

/// What `Tests/Fuzz/run` alone builds: libFuzzer is linked only where `-sanitize=fuzzer` is said.
let fuzz: [Target] = [
  .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
  .executableTarget(
    name: "gymbag-fuzz",
    dependencies: [
      "CFuzzer", "GymbagKit", "GymbagArchive", "GymbagCrypto", "GymbagJSON", "GymbagSystem",
      "GymbagModel",
    ],
    path: "Tests/Fuzz/Readers", swiftSettings: strict,
    linkerSettings: [.linkedLibrary("stdc++")]),
]

let package = Package(
  name: "gymbag",
  platforms: [.macOS(.v26)],
  products: [.executable(name: "gymbag", targets: ["gymbag"])],
  targets: [
    // The tool: a command a file, the terminal, exit codes.
    .executableTarget(
      name: "gymbag",
      dependencies: [
        "GymbagKit", "GymbagArchive", "GymbagHome", "GymbagCrypto", "GymbagJSON", "GymbagSystem",
        "GymbagModel",
      ],
      swiftSettings: safe),

    // The use cases that join modules: homes and their keys; pack, open, verify, unpack, cover a day.
    .target(
      name: "GymbagKit",
      dependencies: [
        "GymbagBackend", "GymbagArchive", "GymbagHome", "GymbagHTTP", "GymbagCrypto",
        "GymbagJSON", "GymbagSystem", "GymbagModel",
      ],
      swiftSettings: safe),
    // The HTTP contract: whose account it is, and all parts of a day.
    .target(
      name: "GymbagBackend",
      dependencies: ["GymbagArchive", "GymbagHTTP", "GymbagJSON", "GymbagSystem", "GymbagModel"],
      swiftSettings: safe),
    // The day archive: what is in it, how it is written, read and verified, and by whose key.
    .target(
      name: "GymbagArchive",
      dependencies: ["GymbagTar", "GymbagCrypto", "GymbagJSON", "GymbagSystem", "GymbagModel"],
      swiftSettings: safe),
    // The home: where files are, whose home it is, its token, and the ledger of serials.
    .target(
      name: "GymbagHome",
      dependencies: ["GymbagJSON", "GymbagSystem", "GymbagModel"],
      swiftSettings: safe),

    // Many requests at once through one libcurl multi loop.
    .target(
      name: "GymbagHTTP",
      dependencies: ["CCurl", "GymbagSystem", "GymbagModel"],
      swiftSettings: strict),
    // Canonical ustar through libarchive: headers and files.
    .target(
      name: "GymbagTar",
      dependencies: ["CArchive", "GymbagSystem", "GymbagModel"],
      swiftSettings: strict),
    // SHA-256, and minisign's keys and signatures.
    .target(
      name: "GymbagCrypto",
      dependencies: ["CSodium", "CCrypto", "GymbagSystem", "GymbagModel"],
      swiftSettings: strict),
    // The one strict, byte-exact JSON reader, and a writer.
    .target(
      name: "GymbagJSON",
      dependencies: ["GymbagSystem", "GymbagModel"],
      swiftSettings: strict),

    // The operating system: files, locks, gzip, clock and calendar, threads, signals, terminal.
    .target(
      name: "GymbagSystem",
      dependencies: ["CLibc", "CZlib", "GymbagModel"],
      swiftSettings: strict),

    // Plain values and the rules between them; no input or output, no C.
    .target(name: "GymbagModel", swiftSettings: safe),

    // C libraries, each imported by one target alone.
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    // Without pkgConfig, which would link it: libcurl is opened when the first request is made,
    // so that what needs no network neither waits for its fifteen libraries nor needs them.
    .systemLibrary(
      name: "CCurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CLibc"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

    // What tests share: a directory for each, real processes, a scripted server, small days.
    .target(
      name: "GymbagTestSupport",
      dependencies: [
        "GymbagArchive", "GymbagCrypto", "GymbagJSON", "GymbagSystem", "GymbagModel",
      ],
      path: "Tests/GymbagTestSupport", swiftSettings: strict),

    // For Tests/Benchmarks: the JSON reader alone, which no command is.
    .executableTarget(
      name: "JSONReader", dependencies: ["GymbagJSON", "GymbagSystem", "GymbagModel"],
      path: "Tests/Benchmarks/JSONReader", swiftSettings: safe),
  ] + tests + (Context.environment["GYMBAG_FUZZ"] == nil ? [] : fuzz),
  swiftLanguageModes: [.v6]
)

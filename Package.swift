// swift-tools-version: 6.3
import PackageDescription

// The test targets of a build that is made once and edited never, or *: what the tests of a fresh
// checkout, the planted faults and the sanitizers take. Such a build is one for release: compiling whole
// modules takes half the time, if nothing is built yet. The tests themselves are not optimized.
let once = Context.environment["SCROLLBACK_ONCE"]

// A copy with planted faults has code that is never run, and values that are never used.
let isCopy = Context.environment["SCROLLBACK_WARNINGS"] == "ignored"
let warnings = isCopy ? "-suppress-warnings" : "-warnings-as-errors"

let care: SwiftSetting =
    once == nil
    ? .treatAllWarnings(as: .error)
    : .unsafeFlags(["-Onone", "-enable-testing", warnings])

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    care,
]

// Declaring functions that return a span needs the annotation; calling them does not.
let spans: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

// For what the tests alone use, and use for minutes.
let optimized: [SwiftSetting] = strict + [.unsafeFlags(["-O"])]

let package = Package(
    name: "Scrollback",
    products: [
        .library(name: "Scrollback", targets: ["Scrollback"]),
        .library(name: "Merkle", targets: ["Merkle"]),
        .library(name: "Audit", targets: ["Audit"]),
        .library(name: "ScrollbackJSON", targets: ["ScrollbackJSON"]),
        .library(name: "ScrollbackPipe", targets: ["ScrollbackPipe"]),
        .library(name: "ScrollbackExport", targets: ["ScrollbackExport"]),
        .library(name: "ScrollbackBackup", targets: ["ScrollbackBackup"]),
        .library(name: "ScrollbackTesting", targets: ["ScrollbackTesting"]),
        .executable(name: "scrollback", targets: ["ScrollbackCommand"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB",
            pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "CSQLite3",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "CPlatform"),
        .target(name: "Locking", dependencies: ["CPlatform"], swiftSettings: strict),
        .target(
            name: "LMDB",
            dependencies: ["CLMDB", "CPlatform", "Locking"],
            swiftSettings: spans + [.strictMemorySafety()]
        ),
        .target(name: "Merkle", dependencies: ["CCrypto"], swiftSettings: spans),
        .target(name: "Wire", dependencies: ["Merkle"], swiftSettings: spans),
        .target(name: "LogSchema", dependencies: ["Merkle", "Wire"], swiftSettings: spans),
        .target(
            name: "Messaging",
            dependencies: ["LogSchema", "Merkle", "Wire"],
            swiftSettings: spans + [.enableExperimentalFeature("SuppressedAssociatedTypes")]
        ),
        .target(
            name: "ScrollbackText",
            dependencies: ["Messaging", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "ScrollbackJSON",
            dependencies: ["Merkle", "Messaging", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "EventLog",
            dependencies: [
                "CCrypto", "CPlatform", "LMDB", "Locking", "LogSchema", "Merkle", "Wire",
            ],
            swiftSettings: spans
        ),
        .target(
            name: "Audit",
            dependencies: ["EventLog", "Locking", "LogSchema", "Merkle", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "Views",
            dependencies: ["CPlatform", "EventLog", "LMDB", "Locking", "Merkle", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "Projections",
            dependencies: [
                "EventLog", "Locking", "LogSchema", "Merkle", "Messaging", "Views", "Wire",
            ],
            swiftSettings: spans
        ),
        .target(
            name: "Scrollback",
            dependencies: [
                "Audit", "CPlatform", "EventLog", "LMDB", "Locking", "LogSchema", "Merkle",
                "Messaging", "Projections", "ScrollbackText", "Views", "Wire",
            ],
            swiftSettings: spans + [.enableExperimentalFeature("SuppressedAssociatedTypes")]
        ),
        .target(
            name: "ScrollbackTesting",
            dependencies: ["Locking", "Messaging", "Scrollback", "Wire"],
            swiftSettings: strict
        ),
        .target(
            name: "ScrollbackPipe",
            dependencies: [
                "CPlatform", "Locking", "Messaging", "Scrollback", "ScrollbackJSON", "Wire",
            ],
            swiftSettings: spans
        ),
        .target(
            name: "HTTPServing",
            dependencies: ["CMicroHTTPD", "CPlatform", "Locking"],
            swiftSettings: strict
        ),
        .target(name: "ScrollbackConsole", swiftSettings: strict),
        .target(
            name: "HTTPSending",
            dependencies: ["CCurl", "Locking"],
            swiftSettings: strict
        ),
        .target(
            name: "ScrollbackServe",
            dependencies: [
                "CPlatform", "HTTPSending", "HTTPServing", "Locking", "Merkle", "Messaging",
                "Scrollback", "ScrollbackConsole", "ScrollbackExport",
                "ScrollbackJSON", "ScrollbackPipe", "Wire",
            ],
            swiftSettings: spans
        ),
        // For the command alone: no other product links SQLite.
        .target(
            name: "ScrollbackSQLite",
            dependencies: [
                "CSQLite3", "EventLog", "LogSchema", "Merkle", "Messaging", "Projections",
                "Scrollback",
                "ScrollbackExport", "ScrollbackJSON", "Views", "Wire",
            ],
            swiftSettings: spans
        ),
        .target(
            name: "ScrollbackExport",
            dependencies: [
                "Audit", "CPlatform", "EventLog", "Locking", "LogSchema", "Merkle", "Messaging",
                "Projections", "Scrollback", "ScrollbackJSON", "ScrollbackPipe", "ScrollbackText",
                "Views", "Wire",
            ],
            swiftSettings: spans
        ),
        .target(
            name: "ScrollbackBackup",
            dependencies: [
                "CPlatform", "EventLog", "Locking", "LogSchema", "Merkle", "Messaging",
                "Scrollback", "ScrollbackJSON", "ScrollbackPipe", "Wire",
            ],
            swiftSettings: spans
        ),
        .executableTarget(
            name: "ScrollbackCommand",
            dependencies: [
                "Audit", "CPlatform", "EventLog", "HTTPServing", "LogSchema", "Merkle", "Messaging",
                "Scrollback", "ScrollbackBackup", "ScrollbackExport", "ScrollbackJSON",
                "ScrollbackPipe",
                "ScrollbackServe", "ScrollbackSQLite", "Wire",
            ],
            swiftSettings: strict
        ),
        .executableTarget(name: "schemagen", dependencies: ["Wire"], swiftSettings: spans),
        .plugin(
            name: "GenerateSchemas",
            capability: .command(
                intent: .custom(
                    verb: "generate-schemas",
                    description: "Writes the Swift of schemas/ and compares these with the lock."
                ),
                permissions: [
                    .writeToPackageDirectory(reason: "The generated Swift is checked in.")
                ]
            ),
            dependencies: ["schemagen"]
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["Merkle", "TestSupport", "Wire"],
            exclude: ["Golden", "Schemas"],
            swiftSettings: spans
        ),
        .testTarget(
            name: "SchemaTests",
            dependencies: [
                "EventLog", "LogSchema", "Merkle", "Messaging", "TestSupport", "Wire", "schemagen",
            ],
            swiftSettings: spans
        ),
        // The domain's facts in memory, and random commands: for its own tests and for the store's.
        .target(
            name: "DomainSupport",
            dependencies: ["LogSchema", "Merkle", "Messaging", "TestSupport", "Wire"],
            path: "Tests/DomainSupport",
            swiftSettings: spans
        ),
        .testTarget(
            name: "MessagingTests",
            dependencies: [
                "DomainSupport", "LogSchema", "Merkle", "Messaging", "TestSupport", "Wire",
            ],
            exclude: ["excused.txt", "requirements.txt", "survivors.txt"],
            swiftSettings: spans
        ),
        .testTarget(
            name: "ScrollbackTextTests",
            dependencies: ["Messaging", "ScrollbackText", "Wire"],
            swiftSettings: spans
        ),
        .testTarget(
            name: "ScrollbackJSONTests",
            dependencies: [
                "DomainSupport", "LogSchema", "Merkle", "Messaging", "ScrollbackJSON",
                "ScrollbackPipe",
                "TestSupport", "Wire",
            ],
            swiftSettings: spans
        ),
        .testTarget(
            name: "ScrollbackPipeTests",
            dependencies: [
                "EventLog", "LMDB", "Locking", "Merkle", "Messaging", "Scrollback",
                "ScrollbackJSON", "ScrollbackPipe", "ServeSupport", "TestSupport", "Views", "Wire",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            path: "Tests/TestSupport",
            exclude: ["contract.txt"],
            swiftSettings: strict
        ),
        // The pipe's lines, told to a store over HTTP.
        .target(
            name: "ServeSupport",
            dependencies: [
                "HTTPServing", "Messaging", "Scrollback", "ScrollbackJSON", "ScrollbackServe",
                "TestSupport",
            ],
            path: "Tests/ServeSupport",
            swiftSettings: strict
        ),
        // Events that no command leads to, in the store's own batches.
        .target(
            name: "WriterSupport",
            dependencies: ["EventLog", "Scrollback", "Wire"],
            path: "Tests/WriterSupport",
            swiftSettings: strict
        ),
        // Logs of a test's own, and their rows behind the log's back.
        .target(
            name: "LogSupport",
            dependencies: [
                "CPlatform", "EventLog", "LMDB", "LogSchema", "Merkle", "TestSupport", "Wire",
            ],
            path: "Tests/LogSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "LMDBTests",
            dependencies: ["LMDB", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MerkleTests",
            dependencies: ["Merkle", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EventLogTests",
            dependencies: [
                "CCrypto", "EventLog", "LMDB", "LogSchema", "LogSupport", "Merkle", "TestSupport",
                "Wire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AuditTests",
            dependencies: [
                "Audit", "EventLog", "Locking", "LogSchema", "LogSupport", "Merkle",
                "ScrollbackCommand", "TestSupport", "Wire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ViewsTests",
            dependencies: [
                "EventLog", "LMDB", "Locking", "LogSchema", "LogSupport", "Messaging",
                "Projections",
                "TestSupport", "Views", "Wire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "JournalTests",
            dependencies: [
                "Audit", "EventLog", "Locking", "LogSchema", "Merkle", "Messaging", "Scrollback",
                "ScrollbackBackup", "TestSupport", "Wire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScrollbackTests",
            dependencies: [
                "CrashWorker", "DomainSupport", "EventLog", "LMDB", "Locking", "LogSchema",
                "Merkle", "Messaging", "Projections", "Scrollback", "ScrollbackTesting",
                "TestSupport",
                "Views", "Wire", "WriterSupport",
            ],
            swiftSettings: strict
        ),
        // What another package sees: these two are compiled without our package's name, so that only
        // what is public is theirs. The example is a package of its own as well, in Examples.
        .executableTarget(
            name: "ActivityExample",
            dependencies: ["Scrollback"],
            path: "Examples/Sources/ActivityExample",
            packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v6), care]
        ),
        .testTarget(
            name: "PublicFaceTests",
            dependencies: [
                "ActivityExample", "Audit", "Merkle", "Scrollback", "ScrollbackJSON",
                "ScrollbackTesting",
            ],
            exclude: ["symbols.txt"],
            packageAccess: false,
            swiftSettings: strict
        ),
        // The five systems' stories, told to a store and to the built command by what is public.
        .testTarget(
            name: "AcceptanceTests",
            dependencies: ["Scrollback", "ScrollbackCommand", "TestSupport"],
            path: "Tests/Acceptance",
            packageAccess: false,
            swiftSettings: strict
        ),
        // Runs the built command, and beside it the checker that shares no code with it.
        .testTarget(
            name: "ServeTests",
            dependencies: [
                "EventLog", "HTTPSending", "HTTPServing", "Locking", "Merkle", "Messaging",
                "Scrollback",
                "ScrollbackCommand", "ScrollbackConsole", "ScrollbackExport",
                "ScrollbackJSON", "ScrollbackPipe", "ScrollbackServe", "ServeSupport",
                "TestSupport", "Wire",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "EventLog", "Locking", "LogSchema", "Merkle", "Messaging", "Projections",
                "Scrollback", "ScrollbackCommand", "ScrollbackExport", "ScrollbackSQLite",
                "ScrollbackServe", "TestSupport", "Views", "Wire", "WriterSupport",
            ],
            swiftSettings: spans
        ),
        .testTarget(
            name: "BackupTests",
            dependencies: [
                "Audit", "EventLog", "LMDB", "Locking", "LogSchema", "Messaging", "Scrollback",
                "ScrollbackBackup", "ScrollbackCommand", "ScrollbackExport", "TestSupport", "Wire",
            ],
            swiftSettings: strict
        ),
        // Written from the requirements alone, to be compared with the store: imports nothing of it.
        .target(
            name: "Oracle",
            dependencies: ["TestSupport"],
            path: "Tests/Model/Oracle",
            swiftSettings: optimized
        ),
        .testTarget(
            name: "OracleTests",
            dependencies: ["Oracle"],
            swiftSettings: strict
        ),
        // The store and the oracle, told the same lines.
        .testTarget(
            name: "ContestTests",
            dependencies: [
                "CrashWorker", "EventLog", "LMDB", "Messaging", "Oracle", "Scrollback",
                "ScrollbackExport", "ScrollbackJSON", "ScrollbackPipe", "ServeSupport",
                "TestSupport", "Wire",
            ],
            path: "Tests/Model/Contest",
            swiftSettings: optimized
        ),
        .testTarget(name: "HygieneTests", dependencies: ["TestSupport"], swiftSettings: strict),
        // Power cuts and kills: the rig compiles the recorder and preloads it into the worker.
        .target(
            name: "CrashRig",
            dependencies: ["TestSupport"],
            path: "Tests/CrashRig",
            exclude: ["Recorder"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "CrashWorker",
            dependencies: [
                "Audit", "EventLog", "LMDB", "LogSchema", "Merkle", "Messaging", "Scrollback",
                "ScrollbackBackup", "ScrollbackPipe", "Views", "Wire", "WriterSupport",
            ],
            path: "Tests/CrashWorker",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CrashTests",
            dependencies: ["CrashRig", "CrashWorker", "TestSupport"],
            swiftSettings: strict
        ),
    ]
)

// What is shipped is tested as it is shipped, and takes a fraction of the time; of the options that
// exclude each other the last one counts. Two builds take it as it is written: that of the sanitizers,
// which name their targets, because that of threads does not see how optimized code hands memory from
// one to another; and that of the planted faults, whose tests mostly wait.
let isAsShipped = once == "*" && !isCopy
for target in package.targets where isAsShipped && [.regular, .executable].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
}

// Nothing imports a test target: its module is made along with its code. To make it apart means to check
// all types and macros once more, which is half of what it takes to compile it.
for target in package.targets where once != nil && target.type == .test {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [.unsafeFlags(["-no-emit-module-separately-wmo"])]
}

// Only what the named test targets need is built: of such a build, or of the usual one while one part
// is being edited (SCROLLBACK_TESTS).
let named = once == "*" ? nil : once ?? Context.environment["SCROLLBACK_TESTS"]
if let named {
    var kept: Set<String> = []
    func keep(_ name: String) {
        guard kept.insert(name).inserted else { return }
        let target = package.targets.first { $0.name == name }
        for case .byNameItem(let needed, _) in target?.dependencies ?? [] { keep(needed) }
    }
    named.split(separator: ",").forEach { keep(String($0)) }
    package.targets.removeAll { !kept.contains($0.name) }
    // Else the built command stays an old one, and its tests run it.
    package.products.removeAll { product in
        let targets =
            (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets
        return targets?.allSatisfy(kept.contains) != true
    }
}

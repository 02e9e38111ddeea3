// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// Declaring functions that return a span needs the annotation; calling them does not.
let spans: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

let package = Package(
    name: "Scrollback",
    products: [
        .library(name: "Scrollback", targets: ["Scrollback"]),
        .library(name: "Merkle", targets: ["Merkle"]),
        .executable(name: "scrollback", targets: ["ScrollbackCommand"]),
        .plugin(name: "GenerateSchemas", targets: ["GenerateSchemas"]),
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
        .target(name: "CChecksum"),
        .target(
            name: "LMDB",
            dependencies: ["CLMDB"],
            swiftSettings: spans + [.strictMemorySafety()]
        ),
        .target(name: "Merkle", dependencies: ["CCrypto"], swiftSettings: spans),
        .target(name: "Wire", dependencies: ["Merkle"], swiftSettings: spans),
        .target(
            name: "EventLog",
            dependencies: ["CChecksum", "CCrypto", "LMDB", "Merkle", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "Views",
            dependencies: ["EventLog", "LMDB", "Merkle", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "Projections",
            dependencies: ["EventLog", "Views", "Wire"],
            swiftSettings: spans
        ),
        .target(
            name: "Scrollback",
            dependencies: ["EventLog", "Merkle", "Projections", "Views", "Wire"],
            swiftSettings: spans
        ),
        .executableTarget(
            name: "ScrollbackCommand",
            dependencies: ["Scrollback"],
            swiftSettings: strict
        ),
        .executableTarget(name: "schemagen", dependencies: ["Wire"], swiftSettings: spans),
        .plugin(
            name: "GenerateSchemas",
            capability: .command(
                intent: .custom(
                    verb: "generate-schemas",
                    description: "Writes the Swift for schemas/ and checks that old data stays readable."
                ),
                permissions: [
                    .writeToPackageDirectory(reason: "The generated Swift is checked in.")
                ]
            ),
            dependencies: ["schemagen"]
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["Merkle", "Wire"],
            exclude: ["Golden", "Schemas"],
            swiftSettings: spans
        ),
        .testTarget(
            name: "SchemaTests",
            dependencies: ["EventLog", "Merkle", "Wire", "schemagen"],
            swiftSettings: spans
        ),
    ]
)

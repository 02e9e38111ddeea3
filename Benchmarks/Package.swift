// swift-tools-version: 6.3
import PackageDescription

/// The name under which SwiftPM compiles the package above: the last part of its folder's path,
/// lower-cased, with an underscore for whatever cannot stand in an identifier.
let measuredPackage: String = {
    let folders = Context.packageDirectory.split(separator: "/")
    var identity = folders.dropLast().last.map { $0.lowercased() } ?? "scrollback"
    if identity.hasSuffix(".git") { identity.removeLast(4) }
    var name = ""
    for (index, scalar) in identity.unicodeScalars.enumerated() {
        let isAllowed =
            scalar == "_" || scalar.properties.isAlphabetic
            || (index > 0 && ("0"..."9").contains(scalar))
        name.unicodeScalars.append(isAllowed ? scalar : "_")
    }
    return name
}()

// What is measured is `package` there and shall stay so. These targets therefore leave their own
// package's name aside and take that one; only a root package may, and this one is always root.
let insider: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .unsafeFlags(["-package-name", measuredPackage]),
]

// What is run as a process of its own, and not linked: `make guard` has no need of it, and it is
// half of what is built.
let command: [Target.Dependency] =
    Context.environment["SCROLLBACK_GUARD"] == nil
    ? [.product(name: "scrollback", package: "Scrollback")] : []

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "scrollback-bench", targets: ["Bench"]),
        .executable(name: "scrollback-guard", targets: ["Guard"]),
    ],
    dependencies: [.package(name: "Scrollback", path: "..")],
    targets: [
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        // Counts flushes, by standing before the C library's own functions, and bytes of the heap.
        .target(name: "CFlushes"),
        .target(
            name: "Measuring",
            dependencies: ["CFlushes"],
            packageAccess: false,
            swiftSettings: insider
        ),
        .target(
            name: "Workload",
            dependencies: [.product(name: "Scrollback", package: "Scrollback")],
            packageAccess: false,
            swiftSettings: insider
        ),
        .target(
            name: "Contestants",
            dependencies: [
                "CSQLite", "Measuring", "Workload",
                .product(name: "Scrollback", package: "Scrollback"),
            ],
            packageAccess: false,
            swiftSettings: insider
        ),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CSQLite", "Contestants", "Measuring", "Workload",
                .product(name: "Audit", package: "Scrollback"),
                .product(name: "Scrollback", package: "Scrollback"),
            ] + command,
            packageAccess: false,
            swiftSettings: insider
        ),
        // Operations whose instructions are counted: for Scripts/guard.py.
        .executableTarget(
            name: "Guard",
            dependencies: [
                "Contestants", "Workload", .product(name: "Scrollback", package: "Scrollback"),
            ],
            packageAccess: false,
            swiftSettings: insider
        ),
        .testTarget(
            name: "MeasuringTests",
            dependencies: ["Measuring"],
            packageAccess: false,
            swiftSettings: insider
        ),
        .testTarget(
            name: "WorkloadTests",
            dependencies: ["Workload"],
            packageAccess: false,
            swiftSettings: insider
        ),
        .testTarget(
            name: "ContestantsTests",
            dependencies: ["Contestants", "Measuring", "Workload"],
            packageAccess: false,
            swiftSettings: insider
        ),
    ]
)

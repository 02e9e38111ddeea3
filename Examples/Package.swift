// swift-tools-version: 6.3
import PackageDescription

// A backend's own package, as it would embed Scrollback: it sees what is public and no more.
let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Scrollback", path: "..")],
    targets: [
        .executableTarget(
            name: "ActivityExample",
            dependencies: [.product(name: "Scrollback", package: "Scrollback")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)

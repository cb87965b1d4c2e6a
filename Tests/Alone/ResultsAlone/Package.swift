// swift-tools-version:6.2
import PackageDescription

// Live queries without a server: of Aviary's packages only three are fetched.
let package = Package(
    name: "results",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aviary", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "ResultsAlone",
            dependencies: [
                .product(name: "AviaryBatches", package: "aviary"),
                .product(name: "AviaryResults", package: "aviary"),
                .product(name: "AviaryTesting", package: "aviary"),
            ])
    ]
)

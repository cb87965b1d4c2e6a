// swift-tools-version:6.2
import PackageDescription

// Collection views without a store and without a server.
let package = Package(
    name: "views",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aviary", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "ViewsAlone",
            dependencies: [
                .product(name: "AviarySnapshots", package: "aviary"), .product(name: "AviaryViews", package: "aviary"),
            ])
    ]
)

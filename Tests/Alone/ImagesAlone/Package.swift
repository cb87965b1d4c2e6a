// swift-tools-version:6.2
import PackageDescription

// Pictures without a store, a view or a server. libvips comes with the system.
let package = Package(
    name: "images",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aviary", path: "../../..", traits: [])],
    targets: [
        .executableTarget(name: "ImagesAlone", dependencies: [.product(name: "AviaryImages", package: "aviary")])
    ]
)

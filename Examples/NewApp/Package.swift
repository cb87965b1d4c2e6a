// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "NewApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aviary", path: "../..")],
    targets: [
        .executableTarget(
            name: "NewApp",
            dependencies: [
                .product(name: "AviaryApps", package: "aviary"),
                .product(name: "AviaryResults", package: "aviary"),
                .product(name: "AviaryServer", package: "aviary"),
                .product(name: "AviaryViews", package: "aviary"),
            ],
            resources: [.embedInCode("ItemsView.html"), .embedInCode("app.css")],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .testTarget(
            name: "NewAppTests",
            dependencies: ["NewApp", .product(name: "AviaryServerTesting", package: "aviary")]),
    ]
)

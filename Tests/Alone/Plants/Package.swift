// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "plants",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "aviary", path: "../../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Plants",
            dependencies: [
                .product(name: "AviaryApps", package: "aviary"),
                .product(name: "AviaryResults", package: "aviary"),
                .product(name: "AviaryServer", package: "aviary"),
                .product(name: "AviaryViews", package: "aviary"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [
                .embedInCode("PlantsView.html"),
                .embedInCode("PlantView.html"),
                .embedInCode("plants.css"),
            ],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .testTarget(
            name: "PlantsTests",
            dependencies: ["Plants", .product(name: "AviaryServerTesting", package: "aviary")]),
    ]
)

// swift-tools-version:6.2
import PackageDescription

// Two apps in a package of its own, to copy: name Aviary by its address then, not by its path.
let package = Package(
    name: "outside",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "aviary", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Dice",
            dependencies: [
                .product(name: "AviaryServer", package: "aviary"),
                .product(name: "AviarySnapshots", package: "aviary"),
                .product(name: "AviaryViews", package: "aviary"),
            ],
            resources: [.embedInCode("DiceView.html"), .embedInCode("dice.css")]),
        .executableTarget(
            name: "Books",
            dependencies: [
                .product(name: "AviaryApps", package: "aviary"),
                .product(name: "AviaryResults", package: "aviary"),
                .product(name: "AviaryServer", package: "aviary"),
                .product(name: "AviaryViews", package: "aviary"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.embedInCode("BooksView.html"), .embedInCode("books.css")],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    ]
)

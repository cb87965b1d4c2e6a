// swift-tools-version:6.2
import PackageDescription

// An app in a package of its own, to copy: name Aviary by its address then, not by its path.
let package = Package(
    name: "dice",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aviary", path: "../..")],
    targets: [
        .executableTarget(
            name: "Dice",
            dependencies: [
                .product(name: "AviaryServer", package: "aviary"),
                .product(name: "AviarySnapshots", package: "aviary"),
                .product(name: "AviaryViews", package: "aviary"),
            ],
            resources: [.embedInCode("DiceView.html"), .embedInCode("dice.css")])
    ]
)

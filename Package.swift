// swift-tools-version:6.2
import PackageDescription

// A package that a trait guards everywhere is fetched only by who has that trait on.
let server = TargetDependencyCondition.when(traits: ["Server"])
let tls = TargetDependencyCondition.when(traits: ["TLS"])
let web = TargetDependencyCondition.when(traits: ["Web"])
let postgres = TargetDependencyCondition.when(traits: ["Postgres"])

// SwiftPM does not take the flag -pthread, which Debian's file for vips has; its headers need those of GObject only.
#if os(Linux)
    let vips = "gobject-2.0"
#else
    let vips = "vips"
#endif

let package = Package(
    name: "aviary",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "AviarySnapshots", targets: ["AviarySnapshots"]),
        .library(name: "AviaryBatches", targets: ["AviaryBatches"]),
        .library(name: "AviaryResults", targets: ["AviaryResults"]),
        .library(name: "AviaryViews", targets: ["AviaryViews"]),
        .library(name: "AviaryColors", targets: ["AviaryColors"]),
        .library(name: "AviaryText", targets: ["AviaryText"]),
        .library(name: "AviaryImages", targets: ["AviaryImages"]),
        .library(name: "AviaryServer", targets: ["AviaryServer"]),
        .library(name: "AviaryWeb", targets: ["AviaryWeb"]),
        .library(name: "AviaryPostgres", targets: ["AviaryPostgres"]),
        .library(name: "AviaryApps", targets: ["AviaryApps"]),
        .library(name: "AviaryTesting", targets: ["AviaryTesting"]),
        .library(name: "AviaryServerTesting", targets: ["AviaryServerTesting"]),
        .executable(name: "aviary", targets: ["aviary"]),
    ],
    traits: [
        .default(enabledTraits: ["Server"]),
        .trait(
            name: "Server",
            description: "Whatever serves: AviaryServer and the programs. The other libraries do without."),
        .trait(name: "TLS", description: "A server may speak TLS, by NIOSSL."),
        .trait(name: "Web", description: "AviaryWeb, which fetches from the web, by async-http-client."),
        .trait(name: "Postgres", description: "The gallery may follow a PostgreSQL database, by AviaryPostgres."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.12.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: [
        .target(
            name: "AviarySnapshots",
            dependencies: [.product(name: "OrderedCollections", package: "swift-collections")]),
        // Apart, since index paths and index sets are Foundation's, which snapshots do without.
        .target(name: "AviaryBatches", dependencies: ["AviarySnapshots"]),
        // C for what Swift cannot do: undo sets an option of SQLite, and trees load memory ahead.
        .target(name: "AviarySQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "AviaryResults",
            dependencies: [
                "AviarySQLite", "AviarySnapshots", "AviaryText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HashTreeCollections", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        .target(
            name: "AviaryViews",
            dependencies: [
                "AviarySnapshots", "AviaryText", .product(name: "OrderedCollections", package: "swift-collections"),
            ]),
        // Text and JSON from outside: cleaned, and within limits.
        .target(name: "AviaryText"),
        .target(name: "AviaryColors", dependencies: ["AviaryText", "AviaryViews"]),
        // The C that pages need of zlib and Swift cannot call.
        .target(name: "AviaryGzip", linkerSettings: [.linkedLibrary("z")]),
        // The files of pages, which the Swift compiler would take long to read: the library's own, and the gallery's.
        .target(name: "AviaryPages"),
        .target(name: "GalleryPages", dependencies: ["AviaryPages"], path: "Gallery/Sources/GalleryPages"),
        // The cryptography that Apple's systems have of their own.
        .systemLibrary(name: "AviarySodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(
            name: "AviaryDigest",
            dependencies: [.target(name: "AviarySodium", condition: .when(platforms: [.linux]))]),
        // libvips, and the C that pictures need of it and Swift cannot call. Of the products only AviaryImages and the
        // gallery need it; it comes with the system, so there is nothing to fetch, and no trait for it. On Linux the
        // processes that decode pictures load it.
        .systemLibrary(
            name: "AviaryVipsSystem", pkgConfig: vips, providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .target(
            name: "AviaryVips", dependencies: ["AviaryVipsSystem"],
            linkerSettings: [.linkedLibrary("vips", .when(platforms: [.macOS]))]),
        // A process of the same program, on a socket pair: what serves, and what decodes pictures.
        .target(name: "AviaryProcesses"),
        .target(
            name: "AviaryImages",
            dependencies: [
                "AviaryDigest", "AviaryGzip", "AviaryProcesses", "AviaryText", "AviaryVips",
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        .target(
            name: "AviaryServer",
            dependencies: [
                "AviaryDigest", "AviaryGzip", "AviaryPages", "AviaryProcesses", "AviaryText", "AviaryViews",
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: tls),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: tls),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            // The browser's half. `scripts/client` makes what is served of it; AviaryPages has that.
            exclude: [
                "Client", "Pages/aviary.css", "Pages/aviary.min.js.br", "Pages/aviary.min.js.gz",
                "Pages/rest.min.js.br", "Pages/rest.min.js.gz", "Pages/starter.css",
                "Pages/extras.min.js.br", "Pages/extras.min.js.gz",
            ]),
        // What other servers have, fetched with limits. Without the trait there are only the rules for that.
        .target(
            name: "AviaryWeb",
            dependencies: [
                "AviaryGzip",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: web),
                .product(name: "Logging", package: "swift-log", condition: web),
                .product(name: "NIOCore", package: "swift-nio", condition: web),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: web),
                .product(name: "NIOPosix", package: "swift-nio", condition: web),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: web),
            ]),
        .systemLibrary(
            name: "AviaryLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // A store that follows a PostgreSQL database. libpq comes with the system, so there is nothing to fetch.
        .target(
            name: "AviaryPostgres",
            dependencies: [
                // A store's options contain values of AviaryText. SwiftPM compiles a module anew only after a change of a
                // module that it names here.
                "AviaryLibpq", "AviaryResults", "AviaryText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Where a store and a server meet, which do not know each other.
        .target(
            name: "AviaryApps",
            dependencies: [
                "AviaryResults", "AviaryServer", "AviaryText", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("Jobs/Jobs.html"), .embedInCode("Jobs/jobs.css"), .embedInCode("Undo.html")]),
        .target(
            name: "AviaryTesting",
            dependencies: [
                "AviaryBatches", "AviaryResults", "AviarySnapshots", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Apart, so that who tests lists fetches no server.
        .target(
            name: "AviaryServerTesting",
            dependencies: ["AviaryServer", "AviaryTesting", "AviaryText", "AviaryViews"]),
        // The gallery. Of the libraries it has what any app has.
        .executableTarget(
            name: "aviary",
            dependencies: [
                "AviaryApps", "AviaryColors", "AviaryGzip", "AviaryImages", "AviaryResults", "AviaryServer",
                "AviarySnapshots", "AviaryText", "AviaryViews", "GalleryPages",
                .target(name: "AviaryPostgres", condition: postgres),
                .target(name: "AviaryWeb", condition: web),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Gallery/Sources/aviary",
            packageAccess: false,
            // ICU, which comes with Foundation, orders names.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
        example("ToDo", "ToDoView.html", "todo.css"),
        example("Chat", "ChatView.html", "chat.css"),
        example("Plans", "PlansView.html", "plans.css"),
        example("Dashboard", "DashboardView.html", "dashboard.css"),
        example("Recipes", "RecipesView.html", "RecipeView.html", "recipes.css"),
        .executableTarget(
            name: "Beside",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            path: "Examples/Beside",
            exclude: ["README.md"],
            resources: [.embedInCode("BoardView.html")]),
        // An app as somebody else builds it, without the settings below. It is a package of its own as well.
        .executableTarget(
            name: "Dice", dependencies: ["AviaryServer", "AviarySnapshots", "AviaryViews"],
            path: "Examples/Dice/Sources/Dice",
            resources: [.embedInCode("DiceView.html"), .embedInCode("dice.css")]),
        // The app of the article "Write an app", and its tests. It is a package of its own as well.
        .executableTarget(
            name: "Plants",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Alone/Plants/Sources/Plants",
            resources: [
                .embedInCode("PlantsView.html"), .embedInCode("PlantView.html"), .embedInCode("plants.css"),
            ],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .testTarget(
            name: "PlantsTests", dependencies: ["AviaryServerTesting", "Plants"],
            path: "Tests/Alone/Plants/Tests/PlantsTests"),
        // The app that scripts/new-app copies, and its test. It is a package of its own as well.
        .executableTarget(
            name: "NewApp", dependencies: ["AviaryApps", "AviaryResults", "AviaryServer", "AviaryViews"],
            path: "Examples/NewApp/Sources/NewApp",
            resources: [.embedInCode("ItemsView.html"), .embedInCode("app.css")],
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .testTarget(
            name: "NewAppTests", dependencies: ["AviaryServerTesting", "NewApp"],
            path: "Examples/NewApp/Tests/NewAppTests"),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "aviary", "AviaryColors", "AviaryImages", "AviaryResults", "AviaryServer", "AviaryServerTesting",
                "AviarySnapshots", "AviaryTesting", "AviaryText", "AviaryViews", "ImageDesk",
                .target(name: "AviaryPostgres", condition: postgres),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Gallery/Tests/GalleryTests"),
        .testTarget(
            name: "AviaryAppsTests",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryServerTesting", "AviaryTesting", "AviaryText",
                "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryServerTesting", "AviarySnapshots",
                "AviaryTesting", "AviaryText", "AviaryViews", "Chat", "Dashboard", "Dice", "Plans", "Recipes", "ToDo",
                "Workbench",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "AviarySnapshotsTests", dependencies: ["AviaryBatches", "AviarySnapshots", "AviaryTesting"]),
        .testTarget(
            name: "AviaryColorsTests", dependencies: ["AviaryColors", "AviaryTesting", "AviaryText", "AviaryViews"]),
        .testTarget(
            name: "AviaryViewsTests", dependencies: ["AviarySnapshots", "AviaryTesting", "AviaryText", "AviaryViews"]),
        .testTarget(
            name: "AviaryServerTests",
            dependencies: [
                "AviaryServer", "AviaryServerTesting", "AviarySnapshots", "AviaryTesting", "AviaryText", "AviaryViews",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ]),
        .testTarget(
            name: "AviaryWebTests",
            dependencies: [
                "aviary", "AviaryGzip", "AviaryTesting", "AviaryWeb",
                .product(name: "Logging", package: "swift-log", condition: web),
                .product(name: "NIOCore", package: "swift-nio", condition: web),
                .product(name: "NIOPosix", package: "swift-nio", condition: web),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: web),
            ]),
        // They start a PostgreSQL server of their own.
        .testTarget(
            name: "AviaryPostgresTests",
            dependencies: [
                "AviaryLibpq", "AviaryPostgres", "AviaryResults", "AviarySnapshots", "AviaryTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "AviaryImagesTests",
            dependencies: ["AviaryImages", "AviaryProcesses", "AviaryTesting", "ImageDesk"]),
        // A worker of image pipelines, which the tests start.
        .executableTarget(name: "ImageDesk", dependencies: ["AviaryImages"], path: "Tests/ImageDesk"),
        // A server with nothing in it, which Tests/Transport drives from outside.
        .executableTarget(
            name: "EchoServer",
            dependencies: [
                "AviaryServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            path: "Tests/EchoServer"),
        // The half of scripts/bench that needs no browser.
        .executableTarget(
            name: "AviaryBench",
            dependencies: [
                "AviaryImages", "AviaryResults", "AviarySnapshots", "AviaryTesting", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            path: "Benchmarks/Swift"),
        // A page with every control there is, which Tests/Browser uses.
        .executableTarget(
            name: "Workbench",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryViews",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
            ],
            path: "Tests/Workbench",
            resources: [
                .embedInCode("AlmanacView.html"), .embedInCode("ErrandsView.html"), .embedInCode("FilesView.html"),
                .embedInCode("FormView.html"),
                .embedInCode("JobsView.html"), .embedInCode("NoteView.html"), .embedInCode("RackView.html"),
                .embedInCode("SheetsView.html"),
                .embedInCode("ToolView.html"), .embedInCode("TrayView.html"), .embedInCode("WorkbenchView.html"),
                .embedInCode("note.css"), .embedInCode("note.js"), .embedInCode("workbench.css"),
            ]),
        // An app that makes mistakes, which Tests/Browser/test_what_goes_wrong.py makes it say.
        .executableTarget(
            name: "FaultyApp",
            dependencies: [
                "AviaryApps", "AviaryResults", "AviaryServer", "AviaryViews",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/FaultyApp"),
        // A page with sections, which Tests/Browser looks at.
        .executableTarget(
            name: "ShelfServer", dependencies: ["AviaryServer", "AviarySnapshots", "AviaryViews"],
            path: "Tests/ShelfServer"),
        .testTarget(
            name: "AviaryResultsTests",
            dependencies: [
                "AviaryBatches", "AviaryResults", "AviarySnapshots", "AviaryTesting", "AviaryText",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
    ]
)

/// An app in Examples, over the libraries and GRDB, with the files of its pages.
func example(_ name: String, _ resources: String...) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "AviaryApps", "AviaryResults", "AviaryServer", "AviaryText", "AviaryViews",
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        path: "Examples/\(name)",
        exclude: name == "Dashboard" ? ["README.md", "shop.sql"] : ["README.md"],
        resources: resources.map { .embedInCode($0) })
}

// One set of compiler settings for every target but those that others build.
var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
// A package that is fetched gets -suppress-warnings, which does not go together with warnings as errors.
if !Context.packageDirectory.contains("/checkouts/") { settings.append(.treatAllWarnings(as: .error)) }
// The tests run against the release build, and some look inside modules; scripts/test says so.
// Tests that wait more than they compute are compiled without optimization, which takes longer than it saves. Other tests
// with slow models and long replays are optimized.
let waitingTests: Set = [
    "AviaryAppsTests", "AviaryPostgresTests", "AviaryResultsTests", "AviaryServerTests", "AviaryWebTests",
    "ExamplesTests", "NewAppTests", "PlantsTests",
]
let isTestable = Context.environment["AVIARY_TESTABLE"] != nil
if isTestable { settings.append(.unsafeFlags(["-enable-testing"])) }
let asElsewhere: Set = ["Beside", "Dice", "NewApp", "Plants"]
for target in package.targets where !asElsewhere.contains(target.name) && target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    if isTestable && waitingTests.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
}

// SwiftPM compiles the modules that are ready in the order of their names, the last first, whatever the order here. So
// GRDB and ours come before Atomics, which all of SwiftNIO waits for, and at the end the server and the gallery are
// compiled one by one, while a core has nothing to do. Where it says so, as `scripts/run` does, ours wait for modules
// that they do not need: what the server needs comes first, and what it does not need is compiled beside it.
if Context.environment["AVIARY_SERVER_FIRST"] != nil {
    let first: [String: Target.Dependency] = [
        "AviarySnapshots": .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        "AviaryResults": .product(name: "Hummingbird", package: "hummingbird", condition: server),
    ]
    for target in package.targets {
        if let module = first[target.name] { target.dependencies.append(module) }
    }
}

// The Swift Package Index builds without packages of the system. There are only the libraries then that need none.
if Context.environment["SPI_BUILD"] != nil {
    let libraries = [
        "AviarySnapshots", "AviaryBatches", "AviaryResults", "AviaryViews", "AviaryColors", "AviaryText",
        "AviaryTesting",
    ]
    package.products.removeAll { !libraries.contains($0.name) }
    package.targets.removeAll { !(libraries + ["AviarySQLite"]).contains($0.name) }
}

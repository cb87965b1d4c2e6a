import ArgumentParser
import AviaryServer
import AviaryServerTesting
import Foundation
import Logging
import Testing

@testable import aviary

/// The photo service that people choose in the Photorama room.
struct ServiceChoiceTests {
    /// A service with one photo for each letter of its key.
    private struct KeyedService: PhotoService {
        let name: String
        let key: String

        func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage {
            if key == "wrong" { throw .refused(message: "Invalid key") }
            return RemotePage(photos: key.indices.enumerated().map { StubService.photo($0.offset) }, isLast: true)
        }

        func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8] { throw .noClient }
    }

    private static let make: ServiceChoice.Make = { settings in
        KeyedService(name: settings.service.rawValue, key: settings.key ?? "abc")
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    @Test func aChoiceIsKeptForItsOwnerAlone() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let choice = try ServiceChoice(ServiceChoice.stored(in: folder), in: folder, make: Self.make)
        #expect(choice.canChange && choice.settings == ServiceSettings())
        let chosen = ServiceSettings(service: .flickr, key: "k€y")
        try await choice.change(to: chosen)
        #expect(choice.service.name == "flickr")
        let file = folder.appending(path: "photo-service").path
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // A service that refuses the key is not used, and the file stays.
        await #expect(throws: PhotoServiceError.refused(message: "Invalid key")) {
            try await choice.change(to: ServiceSettings(service: .flickr, key: "wrong"))
        }
        #expect(choice.settings == chosen)
        #expect(try ServiceChoice.stored(in: folder) == chosen)
        try Data("{".utf8).write(to: URL(filePath: file))
        #expect(throws: DecodingError.self) { try ServiceChoice.stored(in: folder) }
        // A file that is no choice does not keep people from choosing.
        let options = try ServiceOptions.parse([])
        let gallery = try Gallery.open(at: folder)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let anew = try options.choice(in: gallery, by: EmbeddedEndpoint(), logger: logger)
        #expect(anew.canChange && anew.settings == ServiceSettings())
        try await anew.change(to: ServiceSettings())
        #expect(try ServiceChoice.stored(in: folder) == ServiceSettings())
    }

    @Test func allWindowsShowTheNewService() async throws {
        let gallery = try Gallery.open(at: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try PhotoramaLibrary(of: gallery, services: ServiceChoice(nil, in: folder, make: Self.make))
        let app = try await gallery.app(
            photorama: library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/photorama", height: 400)
        let other = try await FakeBrowser(app, path: "/photorama", height: 400)
        for each in [tab, other] { await each.wait { $0.collection("grid").count == 3 } }
        try await tab.perform("chooseService")
        await tab.wait { $0.sheets.count == 1 }
        let sheet = try #require(await tab.sheets.keys.first)
        do {
            try await tab.perform("\(sheet)/use", fields: ["service": "flickr", "key": "wrong"])
            Issue.record("A service that refuses the key is not used.")
        } catch {
            #expect("\(error)".contains("Invalid key"))
        }
        #expect(await tab.sheets.count == 1)
        #expect(await tab.collection("grid").count == 3)
        try await tab.perform("\(sheet)/use", fields: ["service": "flickr", "key": " abcde "])
        await tab.wait { $0.sheets.isEmpty }
        for each in [tab, other] { await each.wait { $0.collection("grid").count == 5 } }
        #expect(library.services.settings == ServiceSettings(service: .flickr, key: "abcde"))
        // An empty field keeps the key.
        try await other.perform("chooseService")
        await other.wait { $0.sheets.count == 1 }
        let again = try #require(await other.sheets.keys.first)
        try await other.perform("\(again)/use", fields: ["service": "flickr", "key": ""])
        #expect(library.services.settings.key == "abcde")
        for each in [tab, other] { #expect(await each.faults == []) }
        await tab.close()
        await other.close()
    }
}

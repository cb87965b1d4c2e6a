import ArgumentParser
import Foundation
import Logging
import Synchronization
import Testing

@testable import aviary

/// Where a program's photographs come from, as it is told at its start.
struct ServiceOptionsTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func service(_ arguments: [String], environment: [String: String] = [:]) throws -> any PhotoService {
        try ServiceOptions.parse(arguments).make(by: EmbeddedEndpoint(), logger: logger, environment: environment)
    }

    @Test(
        arguments: [
            ([], "embedded"), (["--service", "embedded"], "embedded"), (["--service", "openverse"], "openverse"),
            (["--service", "flickr"], "flickr"), (["--flickr-key", "k"], "flickr"),
            (["--flickr-endpoint", "http://127.0.0.1:9/rest/"], "flickr"),
            (["--service", "flickr", "--flickr-key", "k", "--flickr-endpoint", "https://a.example/"], "flickr"),
        ] as [([String], String)])
    func theServiceIsTheOneThatIsNamed(arguments: [String], name: String) throws {
        #expect(try service(arguments).name == name)
        // A key that lies about for another program chooses nothing.
        #expect(try service(arguments, environment: ["AVIARY_FLICKR_KEY": "k"]).name == name)
    }

    @Test(arguments: [["--service", "flickr"], ["--service", "openverse"], ["--flickr-key", "k"]])
    func withoutAClientAServiceOfTheWebIsRefusedAtTheStart(arguments: [String]) throws {
        let options = try ServiceOptions.parse(arguments)
        let error = #expect(throws: ValidationError.self) { try options.validate(hasClient: false) }
        #expect(error?.message.contains("this program was built without one") == true)
        try ServiceOptions.parse([]).validate(hasClient: false)
    }

    @Test(
        arguments: [
            (
                ["--service", "embedded", "--flickr-key", "k"],
                "--flickr-key and --flickr-endpoint go with --service flickr."
            ),
            (
                ["--service", "openverse", "--flickr-endpoint", "https://a.example"],
                "--flickr-key and --flickr-endpoint go with --service flickr."
            ),
            (["--flickr-key", " "], "--flickr-key is empty."),
            (["--flickr-endpoint", "file:///etc/passwd"], "--flickr-endpoint is an address of http or https."),
            (["--flickr-endpoint", "https://me:pass@a.example"], "--flickr-endpoint is an address of http or https."),
            (["--flickr-endpoint", "a.example"], "--flickr-endpoint is an address of http or https."),
        ] as [([String], String)])
    func whatDoesNotGoTogetherIsSaid(arguments: [String], sentence: String) {
        do {
            _ = try ServiceOptions.parse(arguments)
            Issue.record("\(arguments) are taken")
        } catch {
            #expect(ServiceOptions.message(for: error).contains(sentence))
        }
    }

    @Test func flickrItselfNeedsAKeyAndAnotherServerDoesNot() async throws {
        for environment in [[:], ["AVIARY_FLICKR_KEY": ""]] {
            let flickr = try service(["--service", "flickr"], environment: environment)
            await #expect(throws: PhotoServiceError.noKey) { try await flickr.photos(in: .recent, page: 1) }
        }
        let asked = CannedFetching(#"{"photos":{"page":1,"pages":1,"photo":[]},"stat":"ok"}"#)
        let address = try #require(URL(string: "http://127.0.0.1:9/rest/"))
        let other = FlickrService(at: address, key: nil, by: asked)
        #expect(try await other.photos(in: .recent, page: 1).photos.isEmpty)
        #expect(asked.asked.allSatisfy { !$0.contains("api_key") } && asked.asked.count == 1)
    }

    @Test(arguments: [["--flickr-key", "s3cret/+&?"], []])
    func aKeyGoesToTheEndpointAlone(arguments: [String]) async throws {
        let key = "s3cret/+&?"
        let options = try ServiceOptions.parse(arguments + ["--service", "flickr"])
        #expect(options.key(in: ["AVIARY_FLICKR_KEY": key]) == key)
        let asked = CannedFetching(#"{"stat":"fail","code":100,"message":"Invalid key s3cret/+&?"}"#)
        let address = try #require(URL(string: "https://a.example/rest/"))
        let service = FlickrService(at: address, key: options.key(in: ["AVIARY_FLICKR_KEY": key]), by: asked)
        let error = await #expect(throws: PhotoServiceError.self) {
            try await service.photos(in: .search("a+b"), page: 1)
        }
        #expect(error?.description.contains("s3cret") == false)
        let picture = try #require(URL(string: "https://b.example/1.jpg"))
        _ = try await service.picture(at: picture, limit: 1_000)
        #expect(asked.asked.count == 2 && asked.asked[0].contains("api_key=s3cret/%2B%26?"))
        #expect(asked.asked[1] == "https://b.example/1.jpg")
    }

    #if Web
        @Test func noKeyIsInALog() async throws {
            let log = WholeLog()
            let options = try ServiceOptions.parse([
                "--flickr-key", "s3cret", "--flickr-endpoint", "http://127.0.0.1:1/rest/",
            ])
            let service = try options.make(
                by: EmbeddedEndpoint(), logger: Logger(label: "test") { _ in log }, environment: [:])
            let error = await #expect(throws: PhotoServiceError.self) {
                try await service.photos(in: .recent, page: 1)
            }
            #expect(error == .offline(host: "127.0.0.1") && error?.description.contains("s3cret") == false)
            #expect(!log.text.contains("s3cret"))
        }
    #endif
}

/// Keeps all that is logged, metadata too.
private final class WholeLog: LogHandler {
    private let lines = Mutex("")
    var text: String { lines.withLock { $0 } }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        lines.withLock { $0 += "\(event.message) \(event.metadata ?? [:]) \(event.error.map { "\($0)" } ?? "")\n" }
    }
}

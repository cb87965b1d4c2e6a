import AviaryImages
import AviaryResults
import Foundation
import GRDB
import Synchronization

@testable import aviary

/// A gallery with photographs of a service, in a folder of its own, which goes with it.
final class WebAlbum: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")
    let gallery: Gallery
    let service = StubService()
    let library: PhotoramaLibrary
    let undoStack = UndoStack()

    init(files: Int = 1 << 30, memory: Int = 1 << 20) throws {
        gallery = try Gallery.open(at: folder)
        library = try Self.library(of: gallery, service, files: files, memory: memory)
    }

    deinit {
        gallery.store.close()
        try? gallery.store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The library as the next start finds it.
    func reopened() throws -> PhotoramaLibrary { try Self.library(of: gallery, service) }

    static func library(
        of gallery: Gallery, _ service: any PhotoService, files: Int = 1 << 30, memory: Int = 1 << 20,
        glance: Duration = .milliseconds(150)
    ) throws -> PhotoramaLibrary {
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return try PhotoramaLibrary(
            of: gallery, services: ServiceChoice(service), memory: memory, files: files, glance: glance,
            program: tests.appending(path: "ImageDesk").path)
    }

    /// The identifiers of photos at the service, in the order of a query.
    func remotes(_ query: PhotoramaQuery = PhotoramaQuery()) async throws -> [Int] {
        try await photos(query).compactMap { Int($0.remote) }
    }

    func photos(_ query: PhotoramaQuery = PhotoramaQuery()) async throws -> [WebPhoto] {
        let results = try await FetchedResults(library.request(query), in: gallery.store)
        let ids = results.snapshot.items(in: 0..<results.snapshot.numberOfItems)
        let photos = try await results.elements(for: ids)
        return ids.compactMap { photos[$0] }
    }

    func edit<T: Sendable>(_ updates: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await gallery.store.write(undoable: "Edit", in: undoStack, updates)
    }

    /// How many changes the store has seen.
    func changes() async throws -> Int {
        try await gallery.store.read { try Int.fetchOne($0, sql: "SELECT ifnull(max(seq), 0) FROM aviaryHistory") ?? 0 }
    }
}

/// A service that does what a test says, and counts.
final class StubService: PhotoService {
    let name = "stub"

    private enum Fault: CaseIterable { case delay, reset, truncated, wrongType, tooMany, status }

    struct State {
        /// The photos of each feed, by their numbers.
        var feeds: [RemoteFeed: [Int]] = [:]
        var pageSize = 100
        var title = "Photo"
        var skipped = 0
        var failure: PhotoServiceError?
        /// How many of a hundred pictures have a fault.
        var faults = 0
        var random = SeededNumbers(1)
        /// Whether requests for pictures hang until they are cancelled.
        var holds = false
        /// Whether lists do.
        var holdsLists = false
        var asked: [RemoteFeed] = []
        var cancelledLists = 0
        var pictures: [Int: Int] = [:]
        var cancelled = 0
    }

    let state = Mutex(State())

    var lists: Int { asked.count }
    /// The feeds of which a page was asked for, in order.
    var asked: [RemoteFeed] { state.withLock { $0.asked } }
    var cancelledLists: Int { state.withLock { $0.cancelledLists } }
    var pictures: [Int: Int] { state.withLock { $0.pictures } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

    func photos(in feed: RemoteFeed, page: Int) async throws(PhotoServiceError) -> RemotePage {
        await Task.yield()
        let state = state.withLock { state in
            state.asked.append(feed)
            return state
        }
        if state.holdsLists {
            do { try await Task.sleep(for: .seconds(3_600)) } catch {
                self.state.withLock { $0.cancelledLists += 1 }
                throw .cancelled
            }
        }
        if let failure = state.failure { throw failure }
        let all = state.feeds[feed] ?? []
        let photos = all.dropFirst((page - 1) * state.pageSize).prefix(state.pageSize)
        return RemotePage(
            photos: photos.map { Self.photo($0, title: state.title) }, skipped: state.skipped,
            isLast: page * state.pageSize >= all.count)
    }

    static func photo(_ number: Int, title: String = "Photo") -> RemotePhoto {
        let address = URL(filePath: "/").absoluteString
        return RemotePhoto(
            id: "\(number)", title: "\(title) \(number)", owner: "Ada", license: "CC BY 2.0", page: nil,
            small: URL(string: "http://stub.invalid/small/\(number)") ?? URL(filePath: address),
            large: URL(string: "http://stub.invalid/large/\(number)") ?? URL(filePath: address), width: 6, height: 4,
            takenAt: Date(timeIntervalSince1970: 1_500_000_000))
    }

    func picture(at address: URL, limit: Int) async throws(PhotoServiceError) -> [UInt8] {
        let number = Int(address.lastPathComponent) ?? 0
        let (fault, holds) = state.withLock { state in
            state.pictures[number, default: 0] += 1
            let fails = Int.random(in: 0..<100, using: &state.random) < state.faults
            return (fails ? Fault.allCases.randomElement(using: &state.random) : nil, state.holds)
        }
        if holds {
            do { try await Task.sleep(for: .seconds(3_600)) } catch {
                state.withLock { $0.cancelled += 1 }
                throw .cancelled
            }
        }
        if fault == .delay { for _ in 0..<20 { await Task.yield() } }
        switch fault {
        case .reset: throw .interrupted(host: "stub.invalid")
        case .wrongType: throw .wrongType("text/html")
        case .tooMany: throw .tooManyRequests(retryAfter: .seconds(1))
        case .status: throw .status(500, host: "stub.invalid")
        case .delay, .truncated, nil: break
        }
        let picture = PlainPNG.file(width: 6, height: 4, rows: PhotoAlbum.rows(6, 4, Self.color(number)))
        return fault == .truncated ? Array(picture.dropLast(picture.count / 2)) : picture
    }

    /// A color of each photo's own, for 2,197 of them, far enough from all others.
    static func color(_ number: Int) -> [UInt8] {
        [number, number / 13, number / 169].map { UInt8($0 % 13 * 20 + 5) }
    }

    /// Which photo a picture is of.
    static func number(ofColor hex: String) -> Int? {
        guard let value = Int(hex.dropFirst(), radix: 16) else { return nil }
        let levels = [value >> 16, value >> 8, value].map { (($0 & 255) + 5) / 20 }
        return levels[0] + levels[1] * 13 + levels[2] * 169
    }
}

/// Answers always the same.
final class CannedFetching: Fetching {
    private let answer: [UInt8]
    private let addresses = Mutex<[String]>([])

    init(_ answer: String) { self.answer = Array(answer.utf8) }

    var asked: [String] { addresses.withLock { $0 } }

    func bytes(at address: URL, limit: Int, of kind: FetchedKind) async throws(PhotoServiceError) -> [UInt8] {
        addresses.withLock { $0.append(address.absoluteString) }
        return answer
    }
}

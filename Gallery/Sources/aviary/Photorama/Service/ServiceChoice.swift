import AviaryServer
import Foundation
import Synchronization

/// A kind of photo service. The raw value is its name at the command line and in the file of the choice.
enum ServiceKind: String, Codable, CaseIterable {
    /// Photographs that the program draws, without a network.
    case embedded
    case flickr, openverse
}

/// A photo service with its key.
struct ServiceSettings: Hashable, Codable, Sendable {
    var service = ServiceKind.embedded
    /// The key for Flickr's API.
    var key: String?
}

/// The photo service of the Photorama room: the one that the command line names, or else the one that a person has
/// chosen in the room.
///
/// The choice is kept in a file that only the user of the server can read, because it has the key.
final class ServiceChoice: Sendable {
    typealias Make = @Sendable (ServiceSettings) throws -> any PhotoService

    private struct State {
        var service: any PhotoService
        var settings = ServiceSettings()
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastObserver = 0
    }

    private let state: Mutex<State>
    /// Makes a service that was chosen, and the file of the choice; `nil` for a service that stays.
    private let changing: (make: Make, file: PrivateFile)?

    /// A service that stays.
    init(_ service: any PhotoService) {
        state = Mutex(State(service: service))
        changing = nil
    }

    /// A service that people may change.
    ///
    /// - Parameters:
    ///   - settings: What was chosen last; `nil` for the embedded service.
    ///   - directory: The data directory, where the choice is kept.
    init(_ settings: ServiceSettings?, in directory: URL, make: @escaping Make) throws {
        let settings = settings ?? ServiceSettings()
        state = Mutex(State(service: try make(settings), settings: settings))
        changing = (make, Self.file(in: directory))
    }

    /// What was chosen last; `nil` if nothing was.
    ///
    /// - Throws: An error of the file system, or a `DecodingError` for a file that is no choice.
    static func stored(in directory: URL) throws -> ServiceSettings? {
        try file(in: directory).read().map { try JSONDecoder().decode(ServiceSettings.self, from: Data($0.utf8)) }
    }

    private static func file(in directory: URL) -> PrivateFile {
        PrivateFile(directory.appending(path: "photo-service").path)
    }

    /// The service in use.
    var service: any PhotoService { state.withLock { $0.service } }

    /// What was chosen.
    var settings: ServiceSettings { state.withLock { $0.settings } }

    /// True if people choose the service in the room.
    var canChange: Bool { changing != nil }

    /// Uses another service. It is asked for its photographs first, so a service that refuses the key is not used.
    ///
    /// - Throws: `PhotoServiceError`, or an error of the file system. Then nothing was changed.
    func change(to settings: ServiceSettings) async throws {
        guard let changing else { return }
        let service = try changing.make(settings)
        _ = try await service.photos(in: .interesting, page: 1)
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        // Of two people who change it at the same time, the file and the service are of the same one.
        let observers = try await blocking { [self] in
            try state.withLock { state in
                try changing.file.write(text)
                (state.service, state.settings) = (service, settings)
                return Array(state.observers.values)
            }
        }
        for observer in observers { observer.yield() }
    }

    /// A value for each change of the service.
    func changes() -> AsyncStream<Void> {
        let (changes, observer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = observer
            return state.lastObserver
        }
        observer.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
        return changes
    }
}

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

    /// The service that was chosen last, or else the embedded one.
    ///
    /// - Throws: An error of the file system, or a `DecodingError` for a file that is no choice.
    init(in directory: URL, make: @escaping Make) throws {
        let file = PrivateFile(directory.appending(path: "photo-service").path)
        let settings = try file.read().map { text in
            try JSONDecoder().decode(ServiceSettings.self, from: Data(text.utf8))
        }
        state = Mutex(State(service: try make(settings ?? ServiceSettings()), settings: settings ?? ServiceSettings()))
        changing = (make, file)
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
        try await blocking { try changing.file.write(text) }
        let observers = state.withLock { state in
            (state.service, state.settings) = (service, settings)
            return Array(state.observers.values)
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

import Foundation
import Synchronization

/// The last choice under "View options" for each page of photographs. New windows begin with this choice, also after a
/// restart.
///
/// A filter is not restored, so that a new page shows all photographs.
final class StoredArrangements: Sendable {
    private let path: String
    private let isReadOnly: Bool
    private let words: Mutex<[String: String]>

    private static let most = 1_000

    /// Reads the file, and blocks the thread meanwhile. An unreadable file counts as empty.
    init(path: String, isReadOnly: Bool) {
        (self.path, self.isReadOnly) = (path, isReadOnly)
        let data = FileManager.default.contents(atPath: path)
        words = Mutex(data.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:])
    }

    subscript(place: PhotoPlace) -> PhotoArrangement {
        var arrangement = PhotoArrangement(words: words.withLock { $0[place.name] } ?? "")
        arrangement.onlyFavorites = false
        return arrangement
    }

    /// Stores a choice in memory and in the file, and blocks the thread meanwhile. If the file cannot be written, the
    /// choice lasts until the program ends. A read-only gallery stores nothing.
    func store(_ arrangement: PhotoArrangement, for place: PhotoPlace) {
        guard !isReadOnly else { return }
        words.withLock { words in
            if words.count >= Self.most { words = [:] }
            words[place.name] = arrangement.words
            guard let data = try? JSONEncoder().encode(words) else { return }
            // The lock is held while the file is written. So the last choice is also the last one that is written.
            try? data.write(to: URL(filePath: path), options: .atomic)
        }
    }
}

extension PhotoPlace {
    fileprivate var name: String {
        switch self {
        case .all: "all"
        case .album(let id): "album \(id)"
        case .trash: "trash"
        }
    }
}

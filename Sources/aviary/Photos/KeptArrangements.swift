import Foundation
import Synchronization

/// The last choice under "View" for each page of photographs. New windows begin with it, also after a restart.
///
/// A filter is not stored, so that a new page shows all photographs.
final class KeptArrangements: Sendable {
    private let path: String
    private let isReadOnly: Bool
    private let words: Mutex<[String: String]>

    private static let most = 1_000

    /// Reads the file, and blocks meanwhile. An unreadable file counts as empty.
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

    /// Writes the file, and blocks meanwhile. If that fails, the choice lasts as long as the program.
    func keep(_ arrangement: PhotoArrangement, for place: PhotoPlace) {
        guard !isReadOnly else { return }
        words.withLock { words in
            if words.count >= Self.most { words = [:] }
            words[place.name] = arrangement.words
            guard let data = try? JSONEncoder().encode(words) else { return }
            // The file is written under the lock, so that the last choice is written last.
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

import Foundation
import Synchronization

/// What people chose last under "View", for each page of photographs: a new window begins with it, also after a restart.
///
/// A filter is not kept: who opens a page finds all that is there.
final class KeptArrangements: Sendable {
    private let path: String
    private let isReadOnly: Bool
    private let words: Mutex<[String: String]>

    private static let most = 1_000

    /// Blocks. A file that cannot be read has said nothing.
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

    /// Blocks. What cannot be written is kept as long as this program runs.
    func keep(_ arrangement: PhotoArrangement, for place: PhotoPlace) {
        guard !isReadOnly else { return }
        words.withLock { words in
            if words.count >= Self.most { words = [:] }
            words[place.name] = arrangement.words
            guard let data = try? JSONEncoder().encode(words) else { return }
            // Under the lock, so that the last choice is written last.
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

import AviaryServer
import AviaryText

/// The source of the embedded service's photographs.
protocol EmbeddedPictures: Sendable {
    /// Returns a part of a list.
    ///
    /// - Parameters:
    ///   - fresh: How many photos have been published since the start. They come first.
    ///   - base: The beginning of the addresses of pictures.
    func page(of feed: RemoteFeed, from offset: Int, count: Int, fresh: Int, base: String) async throws -> EmbeddedPage

    /// Makes a picture of a photo in one of its sizes; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - photo: The identifier of the photo, which may be any text.
    ///   - letter: Flickr's letter for the size.
    func picture(of photo: Substring, _ letter: Character) async throws -> EmbeddedAnswer?
}

/// A part of a list of the embedded service.
struct EmbeddedPage: Sendable {
    /// Photos in the form of Flickr's API.
    var photos: [JSON]
    /// The number of photos in the whole list.
    var total: Int
}

/// An answer of the embedded service.
struct EmbeddedAnswer: Hashable, Sendable {
    var bytes: [UInt8]
    /// The content type, such as `image/png` or `application/json`.
    var type: String
}

extension EmbeddedPage {
    /// The address of a picture.
    ///
    /// - Parameter photo: The identifier of the photo.
    static func address(of photo: String, _ letter: Character, base: String) -> String {
        "\(base)/services/pictures/\(photo)_\(letter)"
    }
}

/// Photographs that the program generates, the same ones at each start.
struct GeneratedPictures: EmbeddedPictures {
    /// The number of photographs at the start.
    let count: Int

    func page(
        of feed: RemoteFeed, from offset: Int, count: Int, fresh: Int, base: String
    ) async throws -> EmbeddedPage {
        try await HeavyWork.shared.perform { turn in
            let numbers = try list(feed, fresh: fresh, turn)
            let photos = try numbers.dropFirst(offset).prefix(count).map { number in
                try turn.check()
                return EmbeddedPhoto(number).json(base: base)
            }
            return EmbeddedPage(photos: photos, total: numbers.count)
        }
    }

    /// The numbers of the photos in a list. The newest photos come first. In `interesting`, the photos from the start
    /// follow in a fixed random order.
    private func list(_ feed: RemoteFeed, fresh: Int, _ turn: WorkTurn) throws -> [Int] {
        let new = (count..<count + fresh).reversed()
        switch feed {
        case .interesting:
            var random = SeededNumbers(4)
            return new + (0..<count).shuffled(using: &random)
        case .recent: return new + (0..<count).reversed()
        case .search(let text):
            let search = EmbeddedSearch(text)
            return try (new + (0..<count).reversed()).filter { number in
                if number % 256 == 0 { try turn.check() }
                return search.finds(number)
            }
        }
    }

    func picture(of photo: Substring, _ letter: Character) async throws -> EmbeddedAnswer? {
        guard let number = Int(photo), (0..<1_000_000_000).contains(number), let side = EmbeddedPhoto.sides[letter]
        else { return nil }
        return try await HeavyWork.shared.perform { turn in
            try turn.check()
            return EmbeddedAnswer(bytes: EmbeddedPhoto(number).png(side: side), type: "image/png")
        }
    }
}

import AviaryServer
import AviaryText

/// The source of the embedded service's photographs.
protocol EmbeddedPictures: Sendable {
    /// Returns a part of a list.
    ///
    /// - Parameters:
    ///   - base: The beginning of the addresses of pictures.
    func page(of feed: RemoteFeed, from offset: Int, count: Int, base: String) async throws -> EmbeddedPage

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
    /// The number of photographs.
    let count: Int

    func page(of feed: RemoteFeed, from offset: Int, count: Int, base: String) async throws -> EmbeddedPage {
        try await HeavyWork.shared.perform { turn in
            let numbers = try list(feed, turn)
            let photos = try numbers.dropFirst(offset).prefix(count).map { number in
                try turn.check()
                return EmbeddedPhoto(number).json(base: base)
            }
            return EmbeddedPage(photos: photos, total: numbers.count)
        }
    }

    /// The numbers of the photos in a list, the newest first. `interesting` has a fixed random order.
    private func list(_ feed: RemoteFeed, _ turn: WorkTurn) throws -> [Int] {
        switch feed {
        case .interesting:
            var random = SeededNumbers(4)
            return (0..<count).shuffled(using: &random)
        case .recent: return (0..<count).reversed()
        case .search(let text):
            let search = EmbeddedSearch(text)
            return try (0..<count).reversed().filter { number in
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

/// Random numbers that are reproducible from a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }
}

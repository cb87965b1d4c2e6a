import AviaryServer

/// What the embedded service has photographs of.
protocol EmbeddedPictures: Sendable {
    /// A part of a list.
    ///
    /// - Parameters:
    ///   - fresh: How many photos have been published since the start. They stand in front.
    ///   - base: What the addresses of pictures begin with.
    func page(of feed: RemoteFeed, from offset: Int, count: Int, fresh: Int, base: String) async throws -> EmbeddedPage

    /// A picture of a photo in one of its sizes; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - photo: What the photo is known by, which may be any text.
    ///   - letter: As Flickr names sizes.
    func picture(of photo: Substring, _ letter: Character) async throws -> EmbeddedAnswer?
}

/// A part of a list of the embedded service.
struct EmbeddedPage: Sendable {
    /// Photos as Flickr describes them.
    var photos: [JSON]
    /// How many the whole list has.
    var total: Int
}

/// What the embedded service sends.
struct EmbeddedAnswer: Hashable, Sendable {
    var bytes: [UInt8]
    /// `image/png`
    var type: String
}

extension EmbeddedPage {
    /// - Parameter photo: What the photo is known by.
    static func address(of photo: String, _ letter: Character, base: String) -> String {
        "\(base)/services/pictures/\(photo)_\(letter)"
    }
}

/// Photographs that the program generates, the same at each start.
struct GeneratedPictures: EmbeddedPictures {
    /// How many there are at first.
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

    /// The newest first; or in another order, the same each time, with what is new in front.
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

import AviaryImages
import AviaryServer
import Foundation

/// The facts that a camera wrote into a file, as texts for people.
struct PhotoFacts: Hashable, Sendable {
    /// The names of the facts, which are also the names of outlets. The storyboard of a photograph has the labels.
    enum Name: String, CaseIterable, Sendable {
        case camera, lens, exposure, aperture, iso, focal, place, artist, copyright
    }

    struct Fact: Hashable, Sendable {
        var name: Name
        var text: String
    }

    /// The time on the camera's clock, in milliseconds since 1970, read as UTC; `nil` if the file has none.
    var takenAt: Int64?
    /// Where `takenAt` comes from.
    private var source: TakenDate.Source?
    /// The maker and model; empty if the file has none.
    var camera: String
    /// The facts that the file has: camera, lens, exposure, aperture, sensitivity, focal length, place, and author.
    var facts: [Fact]

    /// Reads the facts from metadata.
    ///
    /// - Parameters:
    ///   - exif: The texts of the EXIF tags, by tag name. A text may be invalid.
    ///   - xmpTimes: The times in XMP, the best first. A text may be invalid.
    init(exif: [String: String], xmpTimes: [String] = []) {
        func text(_ name: String) -> String? { exif[name]?.shownAsName }
        (takenAt, source) = TakenDate.find(exif: exif, xmp: xmpTimes).map { ($0, $1) } ?? (nil, nil)
        camera = Self.camera(maker: text("Make") ?? "", model: text("Model") ?? "")
        var facts: [Fact] = []
        func add(_ name: Name, _ text: String?) { if let text { facts.append(Fact(name: name, text: text)) } }
        add(.camera, camera.isEmpty ? nil : camera)
        add(.lens, text("LensModel"))
        add(.exposure, exif["ExposureTime"].flatMap(Self.number).flatMap(Self.exposure))
        add(.aperture, exif["FNumber"].flatMap(Self.number).map { "f/\($0.formatted(Self.short))" })
        add(
            .iso,
            exif["ISOSpeedRatings"].flatMap(Self.number).map { $0.formatted(.number.precision(.fractionLength(0))) })
        add(.focal, exif["FocalLength"].flatMap(Self.number).map { PhotosWords.millimeters($0.formatted(Self.short)) })
        add(.place, Self.place(exif))
        add(.artist, text("Artist"))
        add(.copyright, text("Copyright"))
        self.facts = facts
    }

    /// Returns where the time of a photograph comes from. Call this on the facts of the photograph's own file.
    func dateSource(of photo: Photo) -> TakenDate.Source {
        let time = Int64(photo.takenAt.timeIntervalSince1970 * 1000)
        if let source, time == takenAt { return source }
        if time == TakenDate.read(fileName: photo.name) { return .fileName }
        return photo.takenAt == photo.createdAt ? .addition : .file
    }

    private static var short: FloatingPointFormatStyle<Double> {
        .number.precision(.fractionLength(0...1)).locale(RoomWords.locale)
    }

    /// The maker and model as one text, without repeating the maker: "Canon" and "Canon EOS 5D" give "Canon EOS 5D".
    private static func camera(maker: String, model: String) -> String {
        let first = maker.split(separator: " ").first.map { $0.lowercased() } ?? ""
        return model.lowercased().hasPrefix(first) && !model.isEmpty
            ? model : [maker, model].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Reads a number that is not negative: `28/10`, `2.8` or `100`.
    static func number(_ text: String) -> Double? {
        let parts = text.split(separator: "/", maxSplits: 1).map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard let first = parts.first, let number = first else { return nil }
        guard parts.count == 2 else { return number.isFinite && number >= 0 ? number : nil }
        guard number >= 0, let divisor = parts[1], divisor > 0, (number / divisor).isFinite else { return nil }
        return number / divisor
    }

    private static func exposure(_ seconds: Double) -> String? {
        guard seconds > 0, seconds < 1e6, seconds > 1e-6 else { return nil }
        return PhotosWords.seconds(
            seconds < 0.4 ? "1/\((1 / seconds).rounded().formatted(short))" : seconds.formatted(short))
    }

    private static func place(_ exif: [String: String]) -> String? {
        func degrees(_ name: String, _ back: String) -> Double? {
            let numbers = (exif[name] ?? "").split(separator: " ").prefix(3).compactMap { number(String($0)) }
            guard numbers.count == 3 else { return nil }
            let value = numbers[0] + numbers[1] / 60 + numbers[2] / 3_600
            guard value.isFinite, value <= 180 else { return nil }
            return exif[name + "Ref"]?.hasPrefix(back) == true ? -value : value
        }
        guard let latitude = degrees("GPSLatitude", "S"), let longitude = degrees("GPSLongitude", "W") else {
            return nil
        }
        let style = short.precision(.fractionLength(5))
        return "\(latitude.formatted(style)), \(longitude.formatted(style))"
    }
}

extension PhotoLibrary {
    /// Reads the facts that the camera wrote into a photograph's original.
    ///
    /// - Throws: `PhotoError.originalMissing`, `ImageError`, or `CancellationError`.
    func facts(of photo: Photo) async throws -> PhotoFacts {
        let facts = try await pipeline.facts(of: .file(try originalPath(of: photo)), for: HeavyWork.client)
        return PhotoFacts(exif: facts.exif, xmpTimes: facts.xmpTimes)
    }
}

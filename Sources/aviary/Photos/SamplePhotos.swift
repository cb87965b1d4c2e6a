import AviaryColors
import AviaryGzip
import AviaryImages
import Foundation

/// Generated pictures for trying out the gallery: soft gradients with a few shapes, in the aspect ratios of cameras.
struct SamplePhotos: Sendable {
    private let library: PhotoLibrary
    /// A pipeline without a cache. Its pictures become originals, so they need not be cached.
    private let originals = ImagePipeline()
    private(set) var photos: [NewPhoto] = []

    init(in library: PhotoLibrary) { self.library = library }

    /// Makes originals with all their thumbnails. Returns a copy of these samples with the new pictures.
    func make(_ count: Int) async throws -> SamplePhotos {
        var samples = self
        var progress = ProgressBar(total: count, of: CommandWords.pictures)
        defer { progress.finish() }
        for start in stride(from: 0, to: count, by: 8) {
            samples.photos += try await withThrowingTaskGroup(of: NewPhoto.self) { group in
                for _ in start..<min(start + 8, count) { group.addTask { try await self.make() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            progress.advance(by: min(8, count - start))
        }
        return samples
    }

    /// Makes facts for rows. The rows share the originals evenly. The dates are random within the last twenty years.
    func draw(_ count: Int) -> [NewPhoto] {
        let now = Int64(Date.now.timeIntervalSince1970 * 1000)
        let start = photos.indices.randomElement() ?? 0
        return photos.isEmpty
            ? []
            : (0..<count).map { index in
                var photo = photos[(start + index) % photos.count]
                photo.name = "IMG_\(Int.random(in: 1_000...99_999)).jpg"
                photo.takenAt = now - Int64.random(in: 0..<20 * 365 * 86_400_000)
                photo.camera = ["Finch II", "Heron 50", "Kestrel X", "Robin Mini", "Swift 8"].randomElement() ?? ""
                return photo
            }
    }

    private func make() async throws -> NewPhoto {
        let (width, height) =
            [(480, 320), (320, 480), (480, 360), (480, 270), (400, 400)].randomElement() ?? (480, 320)
        let picture = GeneratedPicture(width: width, height: height)
        let bytes = await Task.detached { picture.png() }.value
        let jpeg = try await originals.image(
            ImageRequest(.bytes(bytes), side: max(width, height), format: .jpeg, quality: 85))
        let content = try await blocking { [originals = library.originals] in
            let content = try originals.add(jpeg.bytes).id
            originals.forget(content)
            return content
        }
        for side in Photo.ThumbnailSide.allCases { _ = try await library.thumbnail(of: content, side) }
        return NewPhoto(
            name: "IMG.jpg", content: content, type: "image/jpeg", size: Int64(jpeg.bytes.count), width: jpeg.width,
            height: jpeg.height, color: jpeg.averageColor, takenAt: nil, camera: "")
    }
}

/// A gradient between two colors with some circles on it.
private struct GeneratedPicture: Sendable {
    private struct Circle {
        var x: Double
        var y: Double
        var radius: Double
        var color: SRGB
    }

    let width: Int
    let height: Int
    private let top = SRGB.random()
    private let bottom = SRGB.random()
    private let circles: [Circle]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        circles = (0..<4).map { _ in
            Circle(
                x: .random(in: 0...Double(width)), y: .random(in: 0...Double(height)),
                radius: .random(in: 20...Double(height) / 2), color: .random())
        }
    }

    func png() -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (1 + width * 3))
        for y in 0..<height {
            rows.append(0)
            let share = Double(y) / Double(height)
            for x in 0..<width {
                var (red, green, blue) = (mix(\.red, share), mix(\.green, share), mix(\.blue, share))
                for circle in circles {
                    let (dx, dy) = (Double(x) - circle.x, Double(y) - circle.y)
                    guard dx * dx + dy * dy < circle.radius * circle.radius else { continue }
                    red = (red + circle.color.red) / 2
                    green = (green + circle.color.green) / 2
                    blue = (blue + circle.color.blue) / 2
                }
                for value in [red, green, blue] { rows.append(UInt8(max(0, min(value, 1)) * 255)) }
            }
        }
        return PlainPNG.file(width: width, height: height, rows: rows)
    }

    private func mix(_ channel: KeyPath<SRGB, Double>, _ share: Double) -> Double {
        top[keyPath: channel] * (1 - share) + bottom[keyPath: channel] * share
    }
}

/// Writes PNG files (ISO 15948) with 8 bits for each of red, green and blue.
enum PlainPNG {
    /// An uncompressed file.
    ///
    /// - Parameter rows: The bytes of all rows: for each row a 0, then the red, green and blue of its pixels.
    static func file(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        start(width: width, height: height) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// A compressed file. Each row begins with the number of its PNG filter. If compression fails, the file is
    /// uncompressed.
    static func compressed(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        var room = [UInt8](repeating: 0, count: aviary_gzip_bound(rows.count))
        let count = aviary_gzip(rows, rows.count, &room, room.count, 1)
        // A gzip file and a zlib stream contain the same deflate data (RFC 1951). So only the header and the trailer
        // are replaced.
        let body = count > 18 ? [0x78, 0x01] + room[10..<count - 8] + adler(rows) : stored(rows)
        return start(width: width, height: height) + chunk("IDAT", body) + chunk("IEND", [])
    }

    private static func start(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(UInt32(data.count)) + body + big(checksum(body))
    }

    /// Makes a zlib stream (RFC 1950) of uncompressed blocks.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let part = data[start..<min(start + 65_535, data.count)]
            let count = UInt16(part.count)
            result.append(start + part.count == data.count ? 1 : 0)
            for value in [count, ~count] { result += [UInt8(value & 255), UInt8(value >> 8)] }
            result += part
        }
        return result + adler(data)
    }

    private static func adler(_ data: [UInt8]) -> [UInt8] { big(aviary_adler32(data, data.count)) }
    private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
}

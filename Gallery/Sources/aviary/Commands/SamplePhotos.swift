import AviaryColors
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
        let bar = ProgressBar(of: CommandWords.pictures)
        defer { bar.finish() }
        for start in stride(from: 0, to: count, by: 8) {
            samples.photos += try await withThrowingTaskGroup(of: NewPhoto.self) { group in
                for _ in start..<min(start + 8, count) { group.addTask { try await self.make() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            bar.show(min(count, start + 8), of: count)
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

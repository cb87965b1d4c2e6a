import AviaryImages
import Foundation

/// Makes a thumbnail of each picture in a folder, as when an album is opened for the first time: `AviaryBench thumbs
/// FOLDER TARGET`. The caller measures the time.
struct ImagesBench {
    func run(_ folder: String, _ target: String) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let pipeline = ImagePipeline()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                // A few requests are always queued, so that no worker is idle.
                if index >= 6 { try await group.next() }
                group.addTask {
                    let image = try await pipeline.image(
                        ImageRequest(.file("\(folder)/\(name)"), side: 320, format: .jpeg))
                    try Data(image.bytes).write(to: URL(filePath: "\(target)/\(name)"))
                }
            }
            try await group.waitForAll()
        }
        await pipeline.endIdleWorkers()
    }
}

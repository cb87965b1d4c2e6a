import AviaryImages
import Foundation

/// Makes a thumbnail of each picture in a folder, as an album does that is opened for the first time:
/// `AviaryBench thumbs FOLDER TARGET`. Whoever calls it has the clock.
struct ImagesBench {
    func run(_ folder: String, _ target: String) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let pipeline = ImagePipeline()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, name) in names.enumerated() {
                // A few wait, so that no worker ever does.
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

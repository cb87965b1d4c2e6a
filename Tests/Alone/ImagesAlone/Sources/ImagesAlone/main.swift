import AviaryImages
import Foundation

// A worker process of this program makes a picture smaller: a red one of 4 × 2 pixels, as a PNG file has it.

ImageWorker.runIfStartedAsWorker()

let text = """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR42mP4z8AARwzIHABv\
    qgf5aN2vpwAAAABJRU5ErkJggg==
    """
let picture = Array(Data(base64Encoded: text) ?? Data())
let pipeline = ImagePipeline()
let image = try await pipeline.image(ImageRequest(.bytes(picture), side: 2, format: .pixels))
precondition(image.width == 2 && image.height == 1, "The picture is \(image.width) × \(image.height).")
precondition(image.bytes == [255, 0, 0, 255, 0, 0], "Its pixels are \(image.bytes).")
await pipeline.endIdleWorkers()
print("Images alone: \(image.width) × \(image.height)")

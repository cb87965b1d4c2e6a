import AviaryResults
import AviaryServer
import GRDB

/// The media types of pictures, and the endings of their files.
let pictureTypes = ["image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"]

/// The error of a file of another type.
struct NotAPicture: Error, CustomStringConvertible {
    let description = "This is no JPEG, PNG or WebP picture. Choose another file."
}

/// The pictures at `/picture/`: those that a plant has, and no other file of the folder.
func picture(in garden: Garden) -> Download {
    Download("/picture/:name") { request in
        let name = request["name"]
        let plant = try await garden.store.read { db in try Plant.filter(Column("picture") == name).fetchOne(db) }
        guard plant != nil else { return nil }
        return .file(at: "\(garden.folder)/\(name)", isImmutable: true)
    }
}

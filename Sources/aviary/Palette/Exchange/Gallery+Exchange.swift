import AviaryColors
import AviaryResults
import AviaryServer
import Foundation

extension Gallery {
    /// Palettes as files, at `/palette/export/PALETTE/FORM`.
    var paletteDownloads: [Download] {
        [
            Download("/palette/export/:palette/:format") { [store] request in
                guard let id = Palette.ID(request["palette"]), let format = PaletteFormat(rawValue: request["format"])
                else { return nil }
                let bytes: [UInt8]
                let name: String
                do {
                    let palette = try await store.read { db in try db.exportPalette(id) }
                    name = palette.name
                    bytes = try await blocking { try format.write([palette]) }
                } catch let error as PaletteFormatError {
                    return .refusal(422, error.description)
                } catch is PaletteError {
                    throw NotFound(PaletteWords.paletteIsGone)
                }
                return .stream(type: format.contentType, savedAs: "\(name).\(format)") { writer in
                    for start in stride(from: 0, to: bytes.count, by: 1 << 18) {
                        try await writer.write(bytes[start..<min(start + 1 << 18, bytes.count)])
                    }
                }
            }
        ]
    }

    /// Files of palettes that people send.
    var paletteUploads: [Upload] {
        [
            Upload(
                "palettes", into: store.uploadFolder(in: directory.path + "/palettes") + "/uploads",
                limits: UploadLimits(file: Int64(PaletteFormat.maximumSize)))
        ]
    }
}

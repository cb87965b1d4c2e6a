import AviaryColors
import AviaryResults
import AviaryServer
import Foundation

extension Gallery {
    /// The downloads of palettes as files, at `/palette/export/PALETTE/FORMAT`.
    var paletteDownloads: [Download] {
        [
            Download("/palette/export/:palette/:format") { [store] request in
                guard let id = Palette.ID(request["palette"]), let format = PaletteFormat(rawValue: request["format"])
                else { return nil }
                let export: PaletteExport
                do { export = try await PaletteExport(of: id, as: format, in: store) } catch let error
                    as PaletteFormatError
                {
                    return .refusal(422, error.description)
                } catch is PaletteError {
                    throw NotFound(PaletteWords.paletteIsGone)
                }
                return .stream(type: format.contentType, savedAs: "\(export.outline.name).\(format)") { writer in
                    var export = export
                    while let part = try await export.next() { try await writer.write(part) }
                }
            }
        ]
    }

    /// The uploads of palette files, and of pictures of which palettes are made.
    var paletteUploads: [Upload] {
        [
            Upload(
                "palettes", into: store.uploadFolder(in: directory.path + "/palettes") + "/uploads",
                limits: UploadLimits(file: Int64(PaletteFormat.maximumSize))),
            Upload(
                "palette", into: store.uploadFolder(in: directory.path + "/photos") + "/palette", types: ["image/*"],
                limits: UploadLimits(file: 256 << 20)),
        ]
    }
}

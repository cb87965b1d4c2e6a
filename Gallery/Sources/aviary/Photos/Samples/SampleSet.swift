import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import Foundation
import GRDB
import GalleryPages

/// The photographs that come with the gallery, for trying it out. They are drawings; `draw.py` beside the files makes
/// them. Their names, and the description in each file, say that they are samples.
enum SampleSet {
    private static var files: [(name: String, file: EmbeddedFile)] {
        [
            ("coast", EmbeddedFile.sample_coast_jpg),
            ("dunes", EmbeddedFile.sample_dunes_jpg),
            ("dusk", EmbeddedFile.sample_dusk_jpg),
            ("firs in mist", EmbeddedFile.sample_firs_in_mist_jpg),
            ("hills in fog", EmbeddedFile.sample_hills_in_fog_jpg),
            ("lake", EmbeddedFile.sample_lake_jpg),
            ("moon over firs", EmbeddedFile.sample_moon_over_firs_jpg),
            ("northern lights", EmbeddedFile.sample_northern_lights_jpg),
            ("poppies", EmbeddedFile.sample_poppies_jpg),
            ("ridges at dawn", EmbeddedFile.sample_ridges_at_dawn_jpg),
            ("sea at sunset", EmbeddedFile.sample_sea_at_sunset_jpg),
            ("snow", EmbeddedFile.sample_snow_jpg),
        ]
    }

    /// The samples that are in the gallery and not in the trash. They are known by their bytes, so a sample that was
    /// renamed is one of them.
    static let request = ListRequest<Photo>(
        filter: files.map { ContentID(of: $0.file.bytes).description }.contains(Column("digest"))
            && Column("trashedAt") == nil)

    /// The beginning of the names of this process's folders of samples.
    static let folderPrefix = "aviary-samples-\(ProcessInfo.processInfo.processIdentifier)-"

    /// Writes the files into a new temporary folder, which the caller removes. Blocks the thread meanwhile.
    fileprivate static func write() throws -> (folder: URL, files: [PhotoFile]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: folderPrefix + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        do {
            return (
                folder,
                try files.map { name, file in
                    let name = PhotosWords.sampleName(name)
                    let path = folder.appending(path: name)
                    try Data(file.bytes).write(to: path)
                    return PhotoFile(path: path.path, name: name)
                }
            )
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }
}

extension PhotoLibrary {
    /// The samples that are in the gallery; see `SampleSet.request`.
    func samples() async throws -> FetchedResults<Photo> { try await FetchedResults(SampleSet.request, in: store) }

    /// Adds the sample photographs as one step, and offers to undo it. Those that are there already stay as they are, and
    /// those in the trash come back.
    ///
    /// - Parameter album: An album to which all of them are appended.
    func addSamples(by history: UndoController, for event: ActionEvent, to album: Album.ID? = nil) async throws {
        let (folder, files) = try await blocking { try SampleSet.write() }
        defer { try? FileManager.default.removeItem(at: folder) }
        let added = try await add(files) { photos in
            try await history.write(PhotosWords.Steps.addSamples, for: event) { db in
                try db.addPhotos(photos, to: album)
            }
        }
        history.offer(PhotosWords.samplesAdded(added.changed.count))
    }
}

import AviaryServer

/// All originals as one zip, in the folders that `PhotoExport` makes.
struct PhotoArchive {
    let library: PhotoLibrary

    /// The address and the content of the zip.
    var download: Download {
        Download("/photos/originals.zip") { _ in
            .stream(type: "application/zip", savedAs: BackupWords.archiveName) { writer in try await write(to: &writer)
            }
        }
    }

    @concurrent
    private func write(to writer: inout DownloadWriter) async throws {
        var exported = ExportedPhotos(of: library)
        var zip = PhotoZip { _ in BackupWords.originalIsMissing }
        var paths: [Photo.ID: String] = [:]
        while let photo = try await exported.next() {
            paths[photo.id] = try await zip.add(photo, in: photo.exportFolder, to: &writer) {
                try library.original(of: photo)
            }
        }
        for album in try await exported.albums() {
            for path in album.members.compactMap({ paths[$0] }) {
                try await zip.add(linkTo: path, in: album.folder, to: &writer)
            }
        }
        try await zip.finish(to: &writer)
    }
}

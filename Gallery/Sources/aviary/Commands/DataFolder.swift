import ArgumentParser
import Foundation

/// The option for the directory with the gallery's data.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The directory of the gallery. By default \(Gallery.standardDirectory.path).",
        completion: .directory, transform: read)
    var directory: URL = Gallery.standardDirectory

    static func read(_ path: String) throws -> URL {
        guard !path.isEmpty else { throw ValidationError("--data names no directory.") }
        return URL(filePath: path, directoryHint: .isDirectory).absoluteURL
    }

    /// The directory, for a command that changes nothing in it.
    ///
    /// - Throws: `DataFolderError`.
    func readable() throws -> URL { try DataFolder(url: directory).readable() }

    /// The directory, for a command that may change the gallery.
    ///
    /// - Parameter begins: Whether the command may make a second gallery on the machine of a service.
    /// - Throws: `DataFolderError`.
    func writable(begins: Bool = false) throws -> URL { try DataFolder(url: directory).writable(begins: begins) }
}

/// The directory of a gallery. It is checked before a command opens the gallery, so that the reason why it cannot be
/// used is said by name.
struct DataFolder {
    let url: URL

    func readable() throws -> URL {
        try refuseSecond()
        // The error of a gallery that is not there is thrown where the gallery is opened.
        if let fault = PathFault.find(at: url.path, for: .reading) {
            if case .missing = fault { return url }
            throw DataFolderError.unusable(fault)
        }
        try checkFiles(for: .reading)
        return url
    }

    func writable(begins: Bool = false) throws -> URL {
        if !begins { try refuseSecond() }
        if let fault = PathFault.find(writingInto: url.path, isGallery: true) { throw DataFolderError.unusable(fault) }
        if let fault = PathFault.find(at: url.path, for: .reading) {
            if case .missing = fault { return url }
            throw DataFolderError.unusable(fault)
        }
        try checkFiles(for: .writing)
        return url
    }

    /// Whether a gallery, or a copy of a PostgreSQL database, is in the directory.
    var hasGallery: Bool {
        Gallery.hasFile(Gallery.ownName, in: url) || Gallery.hasFile(Gallery.copyName, in: url)
    }

    /// Refuses to look for a gallery, or to make one, in the default directory of a user, while the machine has that of
    /// the service. The person has most likely forgotten which user has it.
    private func refuseSecond() throws {
        let service = Gallery.serviceDirectory
        guard url.path == Gallery.standardDirectory.path, url.path != service.path, !hasGallery else { return }
        guard let owner = PathFault.owner(of: service.path) else { return }
        throw DataFolderError.serviceHasOne(service.path, owner: UserName.of(owner), none: url.path)
    }

    /// Checks the store and the token, which a command of root may have left behind.
    private func checkFiles(for right: PathFault.Right) throws {
        for name in [Gallery.ownName, Gallery.copyName, "token"] {
            let path = url.appending(path: name).path
            guard case .forbidden(_, _, let owner) = PathFault.find(at: path, for: right, isFolder: false) else {
                continue
            }
            guard PathFault.owner(of: url.path) == geteuid() else {
                throw DataFolderError.unusable(.forbidden(right, path, owner: owner))
            }
            throw DataFolderError.hasForeignFile(path, owner: owner, folder: url.path)
        }
    }
}

/// The reason why a command does not use the directory of a gallery.
enum DataFolderError: Error, CustomStringConvertible {
    case unusable(PathFault)
    /// The user owns the directory, but may not use a file in it.
    case hasForeignFile(String, owner: String, folder: String)
    /// The default directory of the user has no gallery, and that of the service is elsewhere.
    case serviceHasOne(String, owner: String, none: String)

    var description: String { CommandWords.sentence(about: self) }
}

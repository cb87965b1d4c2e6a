import AviaryServer
import Foundation

/// The token the gallery made for itself, kept with its data, so that a phone that was let in stays let in.
enum KeptToken {
    /// Reads the token, or makes one that only this user can read.
    static func read(in directory: URL) throws -> AccessToken {
        let file = directory.appending(path: "token")
        if let text = try? String(contentsOf: file, encoding: .utf8),
            let token = try? AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
        {
            return token
        }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let token = AccessToken.generate()
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data(token.value.utf8), attributes: [.posixPermissions: 0o600])
        else { throw GalleryError.directoryUnusable(directory.path, "it is not writable") }
        return token
    }
}

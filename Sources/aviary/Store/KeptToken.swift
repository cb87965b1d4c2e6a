import AviaryServer
import Foundation

/// The token the gallery made for itself, kept with its data, so that a phone that was let in stays let in.
enum KeptToken {
    /// Reads the token, or makes one that only this user can read.
    static func read(in directory: URL) throws -> AccessToken {
        if let token = kept(in: directory) { return token }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let token = AccessToken.generate()
        guard
            FileManager.default.createFile(
                atPath: file(in: directory).path, contents: Data(token.value.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw GalleryError.directoryUnusable(directory.path, "it is not writable") }
        return token
    }

    /// Reads the token, or makes one that lasts as long as the program.
    static func peek(in directory: URL) -> AccessToken { kept(in: directory) ?? .generate() }

    private static func kept(in directory: URL) -> AccessToken? {
        guard let text = try? String(contentsOf: file(in: directory), encoding: .utf8) else { return nil }
        return try? AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func file(in directory: URL) -> URL { directory.appending(path: "token") }
}

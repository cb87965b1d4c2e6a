import AviaryServer
import Foundation

/// An access token that is stored in a file.
struct StoredToken {
    private let file: PrivateFile

    init(path: String) { file = PrivateFile(path) }

    /// The token that is kept with the data of a gallery.
    init(in directory: URL) { self.init(path: directory.appending(path: "token").path) }

    /// Reads a token that a person has put into the file. If other users may read the file, prints a warning and uses
    /// the token, because some systems provide secrets in such files.
    func read() throws -> AccessToken {
        if let fault = PathFault.find(at: file.path, for: .reading, isFolder: false) {
            throw TokenFileError.unusablePath(fault)
        }
        guard let token = try readIfThere() else { throw TokenFileError.unreadable(file.path) }
        if file.isOpenToOthers {
            say(CommandWords.tokenIsOpen(file.path))
        }
        return token
    }

    /// Reads the token that the gallery made earlier, or makes one. The token is stored, so that a phone stays signed
    /// in. Only this user can read the file.
    func readOrMake() throws -> AccessToken {
        if let token = try readIfThere() {
            if file.isOpenToOthers { file.close() }
            return token
        }
        let token = AccessToken.generate()
        do { try file.write(token.value + "\n") } catch { throw TokenFileError.unwritable(file.path) }
        return token
    }

    /// Reads the token, or makes one that is valid until the program ends. Writes no file.
    ///
    /// - Throws: `TokenFileError.nobodySees` if no person would see the new token.
    func readOrInvent() throws -> AccessToken {
        if let token = try readIfThere() { return token }
        guard isOutputSeen else { throw TokenFileError.nobodySees }
        return .generate()
    }

    /// Reads the token; `nil` if there is none.
    func readIfThere() throws -> AccessToken? {
        let text: String?
        do { text = try file.read() } catch { throw TokenFileError.unreadable(file.path) }
        guard let text else { return nil }
        do {
            return try AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw TokenFileError.unusable(file.path, error)
        }
    }
}

enum TokenFileError: Error, CustomStringConvertible {
    case unusablePath(PathFault)
    case unreadable(String)
    case unusable(String, ServerError)
    case unwritable(String)
    /// No token was made for the gallery in a directory.
    case notMade(String)
    /// A token that is kept nowhere is of use only if a person sees it.
    case nobodySees

    var description: String { CommandWords.sentence(about: self) }
}

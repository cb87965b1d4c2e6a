import AviaryServer
import Foundation

/// A token in a file.
struct KeptToken {
    private let file: PrivateFile

    init(path: String) { file = PrivateFile(path) }

    /// Reads a token that somebody has put there. A file that others may read is told of, and used: some systems hand
    /// out secrets in such files.
    func read() throws -> AccessToken {
        guard let token = try readIfThere() else { throw TokenFileError.missing(file.path) }
        if file.isOpenToOthers {
            say(CommandWords.tokenIsOpen(file.path))
        }
        return token
    }

    /// Reads the token the gallery made for itself, or makes one, so that a phone that was let in stays let in. Only this
    /// user can read it.
    func readOrMake() throws -> AccessToken {
        if let token = try readIfThere() {
            if file.isOpenToOthers { file.close() }
            return token
        }
        let token = AccessToken.generate()
        do { try file.write(token.value + "\n") } catch { throw TokenFileError.unwritable(file.path) }
        return token
    }

    /// Reads the token, or makes one that lasts as long as the program; writes nothing.
    func readOrInvent() throws -> AccessToken { try readIfThere() ?? .generate() }

    private func readIfThere() throws -> AccessToken? {
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
    case missing(String)
    case unreadable(String)
    case unusable(String, ServerError)
    case unwritable(String)

    var description: String { CommandWords.sentence(about: self) }
}

import ArgumentParser
import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import Logging

extension UpstreamOptions {
    /// Opens the gallery in a directory. If the options name a PostgreSQL database, the gallery is a copy of the
    /// database.
    ///
    /// - Throws: `NodeError`, the error that prevented the copy from being made or opened, or an error of `own`.
    func open(
        in directory: URL, logger: Logger = Logger(label: "aviary").onOneLine, orElse own: () throws -> Gallery
    ) async throws -> Gallery {
        guard address() != nil else { return try own() }
        #if Postgres
            return try await Gallery.openNode(
                of: requiredAddress(), in: directory, originals: originalsFolder, logger: logger)
        #else
            throw NodeError.notBuilt
        #endif
    }
}

extension ExitCode {
    /// A command has done its work, but for some files that it has named.
    static let someRefused = ExitCode(2)
}

/// Whether a person sees the printed text on a terminal. Other output may be kept for long, where others can read it.
var isOutputSeen: Bool { isatty(STDOUT_FILENO) == 1 }

/// Runs a command. If it fails, prints the error as one sentence on standard error, and exits with code 1. If the
/// command throws an `ExitCode`, it has already reported its faults, so nothing more is printed.
///
/// - Parameter logger: Logs the sentence. By default the sentence is printed.
func reportingFailure(to logger: Logger? = nil, _ body: () async throws -> Void) async throws {
    // Ignores the signal of a limit on file sizes. Otherwise it would kill the program, and no error could be reported.
    signal(SIGXFSZ, SIG_IGN)
    do {
        try await body()
    } catch let error as ExitCode {
        throw error
    } catch {
        let sentence = Gallery.words.sentence(about: error)
        if let logger { logger.error("\(sentence)") } else { say(sentence) }
        throw ExitCode.failure
    }
}

/// Prints a sentence on standard error, on one line. It may quote texts of others, such as the message of a trigger.
func say(_ sentence: String) {
    FileHandle.standardError.write(Data("aviary: \(sentence.onOneLine)\n".utf8))
}

/// Flushes the printed text, so that a pipe passes it on at once.
func flushOutput() {
    fflush(nil)
}

import ArgumentParser
import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import Logging

/// Where the gallery's data lies.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The directory that holds the gallery.",
        completion: .directory, transform: read)
    var directory: URL = Gallery.standardDirectory

    static func read(_ path: String) throws -> URL {
        guard !path.isEmpty else { throw ValidationError("--data names no directory.") }
        return URL(filePath: path, directoryHint: .isDirectory).absoluteURL
    }
}

extension UpstreamOptions {
    /// Opens the gallery of a directory: a copy of the PostgreSQL database that the options name, or else its own.
    ///
    /// - Throws: `NodeError`, and why the copy cannot be made or opened.
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

/// Runs a command; what went wrong is one sentence on the error output and an exit code of 1.
func reportingFailure(_ body: () async throws -> Void) async throws {
    // A limit on the size of files is an error to be told of, not a death.
    signal(SIGXFSZ, SIG_IGN)
    do {
        try await body()
    } catch let error as ExitCode {
        throw error
    } catch {
        say(Gallery.words.sentence(about: error))
        throw ExitCode.failure
    }
}

/// Says something on the error output. It may hold words of other programs, such as a trigger's.
func say(_ sentence: String) {
    FileHandle.standardError.write(Data("aviary: \(sentence.onOneLine)\n".utf8))
}

/// Hands what was printed to whoever reads it, also through a pipe.
func flushOutput() {
    fflush(nil)
}

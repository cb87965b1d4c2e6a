import ArgumentParser
import AviaryResults
import AviaryText
import Foundation

/// Where the gallery's data lies.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The directory that holds the gallery.",
        completion: .directory, transform: read)
    var directory: URL = Gallery.standardDirectory

    private static func read(_ path: String) throws -> URL {
        guard !path.isEmpty else { throw ValidationError("--data names no directory.") }
        return URL(filePath: path, directoryHint: .isDirectory).absoluteURL
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

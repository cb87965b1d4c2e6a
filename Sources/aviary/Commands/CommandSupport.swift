import ArgumentParser
import Foundation

/// Where the gallery's data lies.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The directory that holds the gallery.",
        completion: .directory, transform: { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL })
    var directory: URL = Gallery.standardDirectory
}

/// Runs a command; what went wrong is one sentence on the error output and an exit code of 1.
func reportingFailure(_ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error as ExitCode {
        throw error
    } catch {
        FileHandle.standardError.write(Data("aviary: \(sentence(about: error))\n".utf8))
        throw ExitCode.failure
    }
}

/// Hands what was printed to whoever reads it, also through a pipe.
func flushOutput() {
    fflush(nil)
}

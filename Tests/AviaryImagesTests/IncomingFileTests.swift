import Foundation
import Testing

@testable import AviaryImages

/// A file that is being written, and what is left of it.
struct IncomingFileTests {
    @Test func whatAKilledProgramLeftIsRemovedAndWhatAnotherWritesIsNot() throws {
        let scratch = try Scratch()
        _ = try ContentStore(folder: scratch.path)
        let incoming = scratch.path + "/incoming"
        try Data([1]).write(to: URL(filePath: "\(incoming)/left"))
        let written = try IncomingFile(in: incoming)
        try written.write([1, 2, 3])
        _ = try ContentStore(folder: scratch.path, isReadOnly: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).count == 2)
        _ = try ContentStore(folder: scratch.path)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: incoming).map { "\(incoming)/\($0)" } == [written.path])
        let path = scratch.path + "/whole"
        try written.move(to: path)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    }

    @Test func aFileThatIsGivenUpIsNotLeft() throws {
        let scratch = try Scratch()
        do {
            let file = try IncomingFile(in: scratch.path)
            try file.write([1])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }
}

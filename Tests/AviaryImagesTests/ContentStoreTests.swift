import AviaryImages
import Foundation
import Testing

struct ContentStoreTests {
    @Test func aFileIsKeptOnceUnderItsContent() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path + "/originals")
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try scratch.write(bytes, to: "a.jpg")
        let first = try store.add(fileAt: path)
        #expect(first.isNew && first.id == ContentID(of: bytes))
        #expect(FileManager.default.contents(atPath: store.path(of: first.id)) == Data(bytes))
        #expect(try store.add(bytes) == (first.id, false) && store.add(fileAt: path) == (first.id, false))
        #expect(store.identifiers() == [first.id] && store.contains(first.id))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder + "/incoming") == [])

        try store.remove(first.id)
        try store.remove(first.id)
        #expect(store.identifiers() == [] && !store.contains(first.id))
    }

    @Test func whatCannotBeWrittenIsNotHalfThere() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path + "/originals")
        #expect(throws: ImageError.unreadable(reason: "No such file or directory")) {
            try store.add(fileAt: scratch.path + "/missing")
        }
        #expect(throws: ImageError.unreadable(reason: "Is a directory")) { try store.add(fileAt: scratch.path) }
        try FileManager.default.removeItem(atPath: store.folder + "/incoming")
        #expect(throws: ImageError.unwritable(reason: "No such file or directory")) { try store.add([1, 2, 3]) }
        #expect(store.identifiers() == [])
    }

    @Test func whatAKilledProgramLeftIsRemovedAndWhatAnotherWritesIsNot() throws {
        let scratch = try Scratch()
        _ = try ContentStore(folder: scratch.path)
        let incoming = scratch.path + "/incoming"
        for (name, age) in [("old", 7_200.0), ("young", 60)] {
            try Data([1]).write(to: URL(filePath: "\(incoming)/\(name)"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: "\(incoming)/\(name)")
        }
        _ = try ContentStore(folder: scratch.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == ["young"])
    }

    @Test(arguments: [
        "", "..", "../../etc/passwd", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
    ])
    func aNameThatIsNoDigestIsNoIdentifier(text: String) { #expect(ContentID(text) == nil) }
}

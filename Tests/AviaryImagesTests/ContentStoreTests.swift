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
        for again in [try store.add(bytes), try store.add(fileAt: path)] {
            #expect(again.id == first.id && !again.isNew)
        }
        #expect(store.identifiers() == [first.id] && store.contains(first.id))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder + "/incoming") == [])

        try store.remove(first.id)
        try store.remove(first.id)
        #expect(store.identifiers() == [] && !store.contains(first.id))
    }

    @Test func aStagedFileIsInTheStoreOnceItIsAdded() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path + "/originals")
        let path = try scratch.write([1, 2, 3], to: "a.jpg")
        let files = { try FileManager.default.contentsOfDirectory(atPath: store.folder + "/incoming").count }
        for mayLink in [false, true] {
            do {
                let staged = try store.stage(fileAt: path, mayLink: mayLink)
                #expect(try staged.id == ContentID(of: [1, 2, 3]) && files() == 1)
                // Another program leaves it alone when it starts.
                _ = try ContentStore(folder: store.folder)
                #expect(try files() == 1)
            }
            #expect(try files() == 0)
        }
        #expect(store.identifiers() == [] && store.unsettled == [])
        let staged = try [store.stage(fileAt: path, mayLink: true), store.stage(fileAt: path, mayLink: true)]
        #expect(try staged.map { try store.add($0).isNew } == [true, false])
        #expect(store.identifiers() == [staged[0].id] && FileManager.default.fileExists(atPath: path))
    }

    @Test func aFileThatMayBeLinkedIsNotCopied() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path + "/originals")
        func number(_ path: String) throws -> NSNumber? {
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? NSNumber
        }
        let path = try scratch.write([1, 2, 3], to: "a.jpg")
        let linked = try store.add(store.stage(fileAt: path, mayLink: true))
        #expect(try number(store.path(of: linked.id)) == number(path))
        // A symbolic link may lead anywhere, to another disk as well.
        let (other, name) = (try scratch.write([4], to: "b.jpg"), scratch.path + "/c.jpg")
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: other)
        let copied = try store.add(store.stage(fileAt: name, mayLink: true))
        #expect(FileManager.default.contents(atPath: store.path(of: copied.id)) == Data([4]))
        #expect(try number(store.path(of: copied.id)) != number(other))
    }

    #if os(Linux)
        @Test(arguments: [false, true]) func eachByteIsReadOnceAndWrittenAtMostOnce(mayLink: Bool) throws {
            /// The bytes that this thread has read and written.
            func work() throws -> [Int] {
                try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8).split(separator: "\n").prefix(2)
                    .compactMap { Int($0.split(separator: " ")[1]) }
            }
            let scratch = try Scratch()
            let store = try ContentStore(folder: scratch.path + "/originals")
            let path = try scratch.write([UInt8](repeating: 7, count: 1_000_000), to: "a.jpg")
            let before = try work()
            #expect(try store.add(store.stage(fileAt: path, mayLink: mayLink)).isNew)
            let done = zip(try work(), before).map(-)
            // Reading the figures counts as well.
            #expect((1_000_000..<1_010_000).contains(done[0]))
            #expect(done[1] == (mayLink ? 0 : 1_000_000))
        }
    #endif

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

    @Test func aFileWithANoteIsRemovedUnlessItIsKept() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path)
        let (kept, gone, foreign) = (try store.add([1]).id, try store.add([2]).id, try store.add([3]).id)
        #expect(Set(store.unsettled) == [kept, gone, foreign])
        store.forget(foreign)
        #expect(try !store.add([3]).isNew, "what is there has no note again")
        for id in store.unsettled { try store.settle(id, isKept: id == kept) }
        #expect(Set(store.identifiers()) == [kept, foreign] && store.unsettled == [])
        // The other way: a note before the row goes.
        try store.note(kept)
        try store.settle(kept, isKept: false)
        try store.settle(gone, isKept: false)
        #expect(store.identifiers() == [foreign] && store.unsettled == [])
    }

    @Test func aNoteIsClaimedOnlyWhenNobodyAddsTheFile() throws {
        let scratch = try Scratch()
        let (server, other) = (try ContentStore(folder: scratch.path), try ContentStore(folder: scratch.path))
        let added = try other.add([1])
        #expect(server.claim(added.id) == nil)
        let again = try server.add([1])
        #expect(!again.isNew, "both may add it")
        added.lock?.release()
        #expect(other.claim(added.id) == nil)
        again.lock?.release()
        let claim = try #require(other.claim(added.id))
        #expect(server.claim(added.id) == nil, "one settles it")
        other.forget(added.id)
        claim.release()
        #expect(server.claim(added.id) == nil, "there is no note any more")
    }

    @Test func whoAddsAFileReleasesNoLockButTheirOwn() throws {
        let scratch = try Scratch()
        let store = try ContentStore(folder: scratch.path)
        let first = try store.add([1])
        for _ in 0..<3 {
            let other = try store.add([1])
            other.lock?.release()
            other.lock?.release()
        }
        #expect(store.claim(first.id) == nil, "the first is still being added")
        first.lock?.release()
        #expect(store.claim(first.id) != nil)
        store.forget(first.id)
        #expect(try store.add([1]).lock == nil, "what was settled has no note to lock")
    }

    @Test func notesAreClaimedOnlyWhenNobodySharesThem() throws {
        let scratch = try Scratch()
        let (server, other) = (try ContentStore(folder: scratch.path), try ContentStore(folder: scratch.path))
        let shared = [try server.shareNotes(), try other.shareNotes()]
        for lock in shared {
            #expect(server.claimNotes() == nil)
            lock?.release()
        }
        #expect(server.claimNotes() != nil)
    }

    @Test(arguments: [
        "", "..", "../../etc/passwd", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
    ])
    func aNameThatIsNoDigestIsNoIdentifier(text: String) throws {
        #expect(ContentID(text) == nil)
        let json = try JSONEncoder().encode(["description": text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ContentID.self, from: json) }
    }

    @Test func anIdentifierIsDecodedAsItWasEncoded() throws {
        let content = ContentID(of: [1, 2, 3])
        #expect(try JSONDecoder().decode(ContentID.self, from: JSONEncoder().encode(content)) == content)
        #expect(ContentID(bytes: content.bytes) == content)
    }
}

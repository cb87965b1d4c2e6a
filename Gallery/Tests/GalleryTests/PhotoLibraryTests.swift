import AviaryImages
import AviaryResults
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import aviary

/// Adding files, and removing photographs.
struct PhotoLibraryTests {
    private let album: PhotoAlbum

    init() throws { album = try PhotoAlbum() }

    private func photo(_ id: Photo.ID) async throws -> Photo { try await album.library.photo(id) }

    // MARK: Adding

    @Test func aPhotographIsThereWithItsFactsItsOriginalAndItsThumbnails() async throws {
        let file = try album.picture(200, named: "Tern.png")
        let added = try await album.add(file)
        let photo = try await photo(try #require(added.added.first))
        #expect(photo.name == "Tern.png" && photo.type == "image/png" && !photo.isFavorite && !photo.isTrashed)
        #expect((photo.width, photo.height) == (9, 6))
        #expect(photo.color.hex == "#c85028")
        let original = try album.library.originalPath(of: photo)
        #expect(FileManager.default.contents(atPath: original) == FileManager.default.contents(atPath: file.path))
        #expect(photo.size == Int64(FileManager.default.contents(atPath: file.path)?.count ?? 0))
        let content = try #require(photo.content)
        #expect(photo.thumbnailPath(.small) == "/photos/thumbnail/320/\(content.short)")
        for side in Photo.ThumbnailSide.allCases {
            let thumbnail = try await album.library.thumbnail(of: content, side)
            #expect(thumbnail.width == 9 && thumbnail.contentType == "image/webp", "pictures are never made larger")
        }
    }

    @Test func whatIsAddedComesLastAndEachContentOnce() async throws {
        try await album.add(album.picture(1, named: "a.png"), album.picture(2, named: "b.png"))
        let again = try await album.add(
            album.picture(2, named: "the same.png"), album.picture(3, named: "c.png"),
            album.picture(3, named: "twice.png"))
        #expect(again.added.count == 1 && again.duplicates.count == 2 && again.refused == [])
        #expect(try await album.names() == ["a.png", "b.png", "c.png"])
        #expect(album.library.originals.identifiers().count == 3)
    }

    @Test func aDuplicateOfWhatIsInTheTrashBringsThatBack() async throws {
        try await album.add(album.picture(1), album.picture(2))
        let id = try #require(try await album.add(album.picture(1)).duplicates.first)
        #expect(try await album.edit { try $0.trashPhotos([id]) } == 1)
        #expect(try await album.names() == ["2.png"])
        let added = try await album.add(album.picture(1, named: "other.png"))
        #expect(added.broughtBack == [id] && added.added == [])
        #expect(try await album.names() == ["1.png", "2.png"])
        try await album.undo()
        #expect(try await album.names() == ["2.png"], "undo puts it back into the trash")
    }

    @Test func anActionThatIsDoneAgainAddsNothing() async throws {
        try await album.add(album.picture(1), receipt: "once")
        await #expect(throws: ResultsError.self) {
            try await album.add(album.picture(1), receipt: "once")
        }
        #expect(try await album.names() == ["1.png"])
        #expect(album.library.originals.identifiers().count == 1)
    }

    @Test func theOriginalThatIsMissingIsSaidToBeAndIsThereAgainWhenItIsAddedAgain() async throws {
        let id = try #require(try await album.add(album.picture(1)).added.first)
        let photo = try await photo(id)
        try FileManager.default.removeItem(atPath: album.library.originalPath(of: photo))
        #expect(throws: PhotoError.originalMissing(name: "1.png")) { try album.library.originalPath(of: photo) }
        await #expect(throws: PhotoError.originalMissing(name: "1.png")) {
            try await album.library.facts(of: photo)
        }
        #expect(try await album.add(album.picture(1)).duplicates == [id])
        #expect(FileManager.default.fileExists(atPath: try album.library.originalPath(of: photo)))
    }

    // MARK: What is refused

    private static let start = Array(
        PlainPNG.file(width: 200, height: 200, rows: PhotoAlbum.rows(200, 200, [1, 2, 3]))[..<60])
    private static let hostile: [(name: String, bytes: [UInt8])] = [
        ("empty.jpg", []), ("words.png", Array("no picture at all".utf8)), ("start.png", start),
        ("page.html", Array("<html><script>alert(1)</script></html>".utf8)),
        ("drawing.svg", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
        ("huge.png", PlainPNG.file(width: 50_000, height: 50_000, rows: [])),
        ("archive.jpg", Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 500)),
        ("start.jpg", [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8)),
    ]

    @Test(arguments: hostile.map(\.name))
    func whatIsNoPictureIsRefusedWithOneSentenceAndLeavesNothing(name: String) async throws {
        let bytes = try #require(Self.hostile.first { $0.name == name }?.bytes)
        let error = await #expect(throws: PhotoError.self) { try await album.add(album.write(bytes, to: name)) }
        let sentence = try #require(error).description
        #expect(sentence.hasPrefix("“\u{2068}\(name)\u{2069}” was not added: it ") && sentence.hasSuffix("."))
        #expect(!sentence.contains("\n") && !sentence.contains(album.folder.path))
        #expect(try album.originalFiles() == [])
        #expect(try await album.gallery.store.read { try Photo.fetchCount($0) } == 0)
    }

    @Test func fiftyThousandPixelsOnASideAreCountedAndNotDecoded() async throws {
        let file = try album.write(PlainPNG.file(width: 50_000, height: 50_000, rows: []), to: "huge.png")
        let reason = "it has 2,500 million pixels, and at most 256 million are read"
        await #expect(throws: PhotoError.refused([RefusedPhoto(name: "huge.png", reason: reason)])) {
            try await album.add(file)
        }
    }

    @Test func amongOthersARefusedFileIsNamedAndTheOthersAreAdded() async throws {
        let added = try await album.add(
            album.picture(1), album.write(Self.start, to: "start.png"), album.picture(2),
            PhotoFile(path: album.folder.path + "/missing.jpg", name: "missing.jpg"),
            PhotoFile(path: album.folder.path, name: "folder"))
        #expect(added.added.count == 2)
        #expect(added.refused.map(\.name) == ["start.png", "missing.jpg", "folder"])
        #expect(added.refused[1].reason == "it cannot be read (No such file or directory)")
        #expect(try album.originalFiles().filter { !$0.hasPrefix("unsettled") }.count == 2)
    }

    @Test(
        arguments: [
            ("../../etc/passwd.png", "../../etc/passwd.png"), ("a\nb\u{202E}gpj.png", "a bgpj.png"),
            (String(repeating: "x", count: 4_000) + ".jpeg", String(repeating: "x", count: 191) + "….jpeg"),
            ("  ", "Photo.png"), ("no ending", "no ending.png"), ("<b>.png", "<b>.png"),
        ])
    func aNameIsTextOnOneLineAndKeepsItsEnding(name: String, kept: String) async throws {
        var file = try album.picture(1)
        file.name = name
        let id = try #require(try await album.add(file).added.first)
        #expect(try await photo(id).name == kept)
        #expect(try album.originalFiles().allSatisfy { !$0.contains("passwd") })
    }

    @Test func aStoreThatCannotBeWrittenKeepsNoOriginal() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            _ = try await album.library.add([album.picture(1)]) { _ in throw Broken() }
        }
        #expect(try album.originalFiles() == [])
    }

    @Test func aDiskThatIsFullIsSaidToBe() {
        for code in [ENOSPC, EDQUOT, EFBIG] {
            #expect(ImageError.unwritable(reason: String(cString: strerror(code))).isFullDisk)
        }
        #expect(!ImageError.unwritable(reason: String(cString: strerror(EACCES))).isFullDisk)
        #expect(!ImageError.notAPicture(reason: String(cString: strerror(ENOSPC))).isFullDisk)
    }

    // MARK: Removing

    @Test func theTrashIsEmptiedOfWhatIsOlderThanThirtyDays() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2), album.picture(3)).added
        try await album.edit { _ = try $0.trashPhotos([ids[0], ids[1]]) }
        try await album.gallery.store.write { db in
            try db.execute(
                sql: "UPDATE photo SET trashedAt = trashedAt - 2 * 86400000 WHERE id = ?", arguments: [ids[0]])
        }
        let day = 24 * 60 * 60.0
        #expect(try await album.library.removeExpired(now: .now + 27 * day) == 0)
        #expect(try await album.library.removeExpired(now: .now + 29 * day) == 1)
        #expect(try await album.names(PhotoQuery(scope: .trash)) == ["2.png"])
        #expect(try await album.names() == ["3.png"])
        #expect(album.library.originals.identifiers().count == 2)
        #expect(try await album.library.emptyTrash() == 1)
        #expect(album.library.originals.identifiers().count == 1)
        #expect(try await album.names(PhotoQuery(scope: .trash)) == [])
    }

    @Test func deletingForGoodRemovesTheOriginalUnlessAnotherRowHasItToo() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        // Another program's row of the same content, as sample pictures have it.
        try await album.gallery.store.write { db in
            try db.execute(
                sql: "INSERT INTO photo(name, digest) SELECT 'twin', digest FROM photo WHERE id = ?",
                arguments: [ids[0]])
            _ = try db.trashPhotos(Set(ids))
        }
        #expect(try await album.library.deleteForGood([ids[0], 99], receipt: "r") == 1)
        await #expect(throws: ResultsError.self) {
            try await album.library.deleteForGood([ids[1]], receipt: "r")
        }
        #expect(album.library.originals.identifiers().count == 2)
        try await album.library.deleteForGood([ids[1]])
        #expect(album.library.originals.identifiers().count == 1)
        #expect(try await album.names() == ["twin"])
    }

    @Test func originalsThatNodesShareStayWhenTheirRowsAreGone() async throws {
        let node = GalleryNode(
            health: { "ok" }, delay: { nil }, troubles: AsyncStream { $0.finish() }, catchUp: {}, stop: {})
        let gallery = Gallery(
            directory: album.gallery.directory, store: album.gallery.store, node: node,
            originals: album.folder.appending(path: "shared"))
        let library = try PhotoAlbum.library(of: gallery)
        let added = try await library.add([album.picture(1)]) { [gallery] photos in
            try await gallery.store.write { db in try db.addPhotos(photos) }
        }
        let content = try #require(try await library.photo(added.added[0]).content)
        #expect(library.originals.folder == gallery.originals?.path && library.originals.contains(content))
        try await library.deleteForGood([added.added[0]])
        try await library.settleAll()
        #expect(try await library.beginServing() == nil)
        #expect(library.originals.contains(content))
        #expect(library.originals.unsettled == [content], "its note says that it may be needed no more")
        #expect(try album.originalFiles() == [], "nothing of it lies with the node")
    }

    @Test func deletingForGoodRemovesAllThumbnailsUnlessAnotherRowHasThatContent() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        let (one, two) = (try #require(try await photo(ids[0]).content), try #require(try await photo(ids[1]).content))
        for content in [one, two] {
            for side in Photo.ThumbnailSide.allCases { _ = try await album.library.thumbnail(of: content, side) }
            // A copy that is given away is not kept.
            _ = try await album.library.pipeline.image(album.library.copyRequest(for: content))
        }
        let all = try album.thumbnailFiles().count
        #expect(all == 2 * Photo.ThumbnailSide.allCases.count)
        try await album.gallery.store.write { db in
            try db.execute(
                sql: "INSERT INTO photo(name, digest) SELECT 'twin', digest FROM photo WHERE id = ?",
                arguments: [ids[1]])
            _ = try db.trashPhotos(Set(ids))
        }
        try await album.library.deleteForGood(Set(ids))
        #expect(try album.thumbnailFiles().count == all / 2)
        for side in Photo.ThumbnailSide.allCases {
            _ = try await album.library.thumbnail(of: two, side)
            await #expect(throws: ImageError.self, "neither in memory nor made anew") {
                try await album.library.thumbnail(of: one, side)
            }
        }
        try await album.gallery.store.write { _ = try $0.trashPhotos([ids[1] + 1]) }
        try await album.library.emptyTrash()
        #expect(try album.thumbnailFiles() == [] && album.originalFiles() == [])
    }

    /// Three hundred are more than one transaction looks at.
    @Test func emptyingALongTrashLooksOnceIntoEachFolderOfThumbnails() async throws {
        let kept = try #require(try await album.add(album.picture(1)).added.first)
        let originals = album.library.originals
        let photos = try (0..<300).map { number in
            let added = try originals.add(Array("original \(number)".utf8))
            added.lock?.release()
            originals.forget(added.id)
            return NewPhoto(
                name: "\(number).jpg", content: added.id, type: "image/jpeg", size: 9, width: 9, height: 6,
                color: "#c85028", takenAt: nil, camera: "")
        }
        try await album.gallery.store.write { db in _ = try db.trashPhotos(Set(try db.insertPhotos(photos))) }
        let before = album.library.thumbnails.listings
        #expect(try await album.library.emptyTrash() == 300)
        #expect(album.library.thumbnails.listings - before <= 256)
        let content = try #require(try await photo(kept).content)
        #expect(originals.identifiers() == [content] && originals.unsettled == [content])
        #expect(try album.thumbnailFiles().count == 1)
    }

    @Test func whatIsDeletedForGoodWhileItIsAddedAgainHasItsOriginalAndItsNote() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        let content = try #require(try await photo(ids[0]).content)
        try await album.gallery.store.write { _ = try $0.trashPhotos(Set(ids)) }
        _ = try await album.library.add([album.picture(1)]) { photos in
            try await album.library.emptyTrash()
            #expect(album.library.originals.identifiers() == [])
            return try await album.edit { try $0.addPhotos(photos) }
        }
        #expect(try await album.names() == ["1.png"])
        #expect(try await missing() == [])
        #expect(album.library.originals.unsettled == [content], "undo can take the addition back")
    }

    @Test func anOriginalThatMerelyWentMissingKeepsItsThumbnails() async throws {
        let photo = try await photo(try #require(try await album.add(album.picture(1)).added.first))
        let content = try #require(photo.content)
        try FileManager.default.removeItem(atPath: album.library.originalPath(of: photo))
        try album.library.originals.note(content)
        try await album.library.settleAll()
        #expect(try album.thumbnailFiles().count == 1)
        _ = try await album.library.thumbnail(of: content, .medium)
    }

    @Test func whatWasPutBackMeanwhileIsNotDeletedForGood() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        let birds = try await album.edit { db in
            let birds = try db.saveAlbum(named: "Birds")
            _ = try db.addPhotos(Set(ids), toAlbum: birds)
            _ = try db.trashPhotos(Set(ids))
            return birds
        }
        let asked = try await album.library.photosInTrash()
        #expect(asked == Set(ids))
        try await album.edit { _ = try $0.putBackPhotos([ids[0]]) }
        #expect(try await album.library.deleteForGood(asked) == 1)
        #expect(try await album.names(PhotoQuery(scope: .album(birds))) == ["1.png"])
        #expect(FileManager.default.fileExists(atPath: try album.library.originalPath(of: try await photo(ids[0]))))
        #expect(album.library.originals.identifiers().count == 1)
    }

    @Test func whatCameBackIntoTheTrashMeanwhileHasNotExpired() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        try await album.gallery.store.write { db in
            _ = try db.trashPhotos(Set(ids))
            try db.execute(sql: "UPDATE photo SET trashedAt = 5 WHERE id = ?", arguments: [ids[0]])
            #expect(try db.deletePhotos(Set(ids), trashedBefore: 6) == 1)
        }
        #expect(try await album.names(PhotoQuery(scope: .trash)) == ["2.png"])
    }

    @Test func aSearchInTheTrashFindsOnlyWhatItShows() async throws {
        let ids = try await album.add(album.picture(1, named: "Tern.png"), album.picture(2, named: "Owl.png")).added
        try await album.edit { _ = try $0.trashPhotos(Set(ids)) }
        #expect(try await album.library.photosInTrash(search: "tern") == [ids[0]])
        #expect(try await album.library.photosInTrash() == Set(ids))
    }

    @Test(arguments: ["'yesterday'", "9223372036854775807", "x'00ff'", "9e999"])
    func aPhotoWithAnyDateInTheTrashCanBeDeleted(date: String) async throws {
        try await album.add(album.picture(1))
        try await album.gallery.store.write { try $0.execute(sql: "UPDATE photo SET trashedAt = \(date)") }
        #expect(try await album.library.emptyTrash() == 1)
        #expect(try album.originalFiles() == [])
    }

    @Test(arguments: [
        ("a.html", "image/png", "a.html.png"), ("a.PNG", "image/png", "a.PNG"), ("a.JPEG", "image/jpeg", "a.JPEG"),
        ("IMG.2024", "image/jpeg", "IMG.2024.jpg"), ("a.png", "image/heic", "a.png.heic"), ("a", "image/gif", "a.gif"),
    ])
    func aDownloadEndsAsItsTypeDoes(name: String, type: String, offered: String) async throws {
        let id = try #require(try await album.add(album.picture(1)).added.first)
        try await album.gallery.store.write { db in
            try db.execute(sql: "UPDATE photo SET name = ?, type = ?", arguments: [name, type])
        }
        #expect(try await photo(id).fileName == offered)
    }

    @Test func addingToAnAlbumThatIsGoneAddsToPhotosAndSaysSo() async throws {
        let birds = try await album.edit { try $0.saveAlbum(named: "Birds") }
        #expect(try await !album.add(album.picture(1), to: birds).isAlbumGone)
        try await album.edit { try $0.deleteAlbum(birds) }
        let added = try await album.add(album.picture(2), to: birds)
        #expect(added.isAlbumGone && added.added.count == 1)
    }

    @Test func aGalleryThatIsMovedKeepsItsThumbnails() async throws {
        let photo = try await photo(try #require(try await album.add(album.picture(1)).added.first))
        let content = try #require(photo.content)
        let sides = Photo.ThumbnailSide.allCases
        var made: [EncodedImage] = []
        for side in sides { made.append(try await album.library.thumbnail(of: content, side)) }
        // As from a backup: the data stand elsewhere.
        let elsewhere = album.folder.appending(path: "elsewhere")
        try FileManager.default.copyItem(at: album.gallery.directory, to: elsewhere)
        let moved = try Gallery.openExisting(at: elsewhere)
        defer { moved.store.close() }
        let library = try PhotoAlbum.library(of: moved)
        for (side, image) in zip(sides, made) { #expect(try await library.thumbnail(of: content, side) == image) }
        #expect(await library.pipeline.counts == (0, sides.count))
        // They go with their original, as everywhere.
        try await moved.store.write { _ = try $0.trashPhotos([photo.id]) }
        try await library.emptyTrash()
        #expect(library.originals.identifiers() == [] && library.thumbnails.sizes.files == 0)
    }

    // MARK: Taking back and doing again

    /// The originals as the next start finds them, when no window of this program is left.
    private func settleAtNextStart() async throws {
        let next = try Gallery.openExisting(at: album.gallery.directory)
        defer { next.store.close() }
        try await PhotoAlbum.library(of: next).settleAll()
    }

    private func redo() async throws { _ = try await album.gallery.store.redo(album.undoStack) }

    /// The photographs whose originals are missing.
    private func missing() async throws -> [String] {
        try await album.gallery.store.read { try Photo.fetchAll($0) }
            .filter { (try? album.library.originalPath(of: $0)) == nil }.map(\.name)
    }

    @Test func whatWasAddedAndTakenBackCanBeDoneAgainUntilTheNextStart() async throws {
        let content = try ContentID(ofFileAt: try album.picture(1).path)
        try await album.add(album.picture(1))
        try await album.undo()
        #expect(try await album.names() == [] && album.library.originals.contains(content))
        try await redo()
        #expect(try await album.names() == ["1.png"])
        try await album.undo()
        try await settleAtNextStart()
        #expect(try album.originalFiles() == [])
    }

    @Test func aPhotoComesBackWithItsOriginalWhateverBecomesOfTheSameFileMeanwhile() async throws {
        struct Broken: Error {}
        try await album.add(album.picture(1), album.picture(2))
        try await album.undo()
        // It is added again, which fails.
        await #expect(throws: Broken.self) {
            _ = try await album.library.add([album.picture(1)]) { _ in throw Broken() }
        }
        // It is added again and deleted for good.
        let other = UndoStack()
        let added = try await album.library.add([album.picture(2)]) { photos in
            try await album.gallery.store.write(undoable: "Add", in: other) { try $0.addPhotos(photos) }
        }
        try await album.gallery.store.write { _ = try $0.trashPhotos(Set(added.added)) }
        try await album.library.emptyTrash()
        try await album.library.settleAll()
        #expect(try await album.names() == [])
        try await redo()
        #expect(try await album.names() == ["1.png", "2.png"])
        #expect(try await missing() == [])
    }

    @Test func anOriginalGoesAtOnceWhenNoStepCanBringItBack() async throws {
        let ids = try await album.add(album.picture(1)).added
        try await album.undo()
        try await redo()
        try await album.edit { _ = try $0.trashPhotos(Set(ids)) }
        try await album.library.deleteForGood(Set(ids))
        #expect(try album.originalFiles() == [], "though the window can take the addition back")
        try await album.undo()
        try await redo()
        #expect(try await album.names() == [])
    }

    @Test func anImportOfWhatAWindowAddedLeavesItsNote() async throws {
        try await album.add(album.picture(1))
        let again = try await album.library.add([album.picture(1), album.picture(2)], isLasting: true) { photos in
            try await album.gallery.store.write { try $0.addPhotos(photos) }
        }
        #expect(again.added.count == 1 && again.duplicates.count == 1)
        try await album.undo()
        try await settleAtNextStart()
        #expect(album.library.originals.identifiers().count == 1, "the row was taken back, and its original goes")
        #expect(try await album.names() == ["2.png"])
        #expect(try await missing() == [])
    }

    @Test func aServerThatStartsBesideAnotherLeavesWhatThatCanBringBack() async throws {
        let served = try #require(try await album.library.beginServing())
        try await album.add(album.picture(1))
        try await album.undo()
        let next = try Gallery.openExisting(at: album.gallery.directory)
        defer { next.store.close() }
        let other = try PhotoAlbum.library(of: next)
        try await other.beginServing()?.release()
        try await redo()
        #expect(try await missing() == [])
        try await album.undo()
        served.release()
        try await other.beginServing()?.release()
        #expect(try album.originalFiles() == [])
    }

    /// Adding a file fails while its content is already there, by a row or because another task is adding it. The
    /// failure is tried at every stage of the other task.
    @Test(arguments: AddingPoint.allCases) func whoFailsTakesNothingFromOthers(point: AddingPoint) async throws {
        struct Broken: Error {}
        let library = album.library
        let files = [try album.picture(1), try album.picture(1, named: "copy.png")]
        let content = try ContentID(ofFileAt: files[0].path)
        let fail: @Sendable () async throws -> Void = {
            await #expect(throws: Broken.self) { _ = try await library.add([files[1]]) { _ in throw Broken() } }
            #expect(library.originals.contains(content), "\(point)")
        }
        _ = try await library.add([files[0]]) { photos in
            if point == .beforeTheCommit { try await fail() }
            // The other task has committed the file by now, and adds it as known.
            let added = try await album.edit { try $0.addPhotos(photos) }
            if point == .afterTheCommit { try await fail() }
            #expect(library.originals.claim(content) == nil, "\(point): it is still being added")
            return added
        }
        if point == .afterAll { try await fail() }
        #expect(try await missing() == [])
        #expect(try await album.names() == ["1.png"])
    }

    enum AddingPoint: CaseIterable { case beforeTheCommit, afterTheCommit, afterAll }

    @Test func aFileThatNobodyHasNotedIsLeftByWhoFailsToAddIt() async throws {
        struct Broken: Error {}
        let file = try album.picture(1)
        let originals = album.library.originals
        let foreign = try originals.add(fileAt: file.path)
        originals.forget(foreign.id)
        foreign.lock?.release()
        await #expect(throws: Broken.self) { _ = try await album.library.add([file]) { _ in throw Broken() } }
        #expect(originals.contains(foreign.id), "it may be of a store that is put back later")
    }

    /// As a program leaves it that is killed between any two of its steps.
    @Test func theNextStartRemovesWhatAKilledProgramLeftAndNothingElse() async throws {
        let kept = try #require(try await album.add(album.picture(1)).added.first)
        let originals = album.library.originals
        let half = try originals.add(fileAt: album.picture(2).path).id
        // This original has no note: it may belong to a store that is restored later.
        let foreign = try originals.add(fileAt: album.picture(3).path).id
        originals.forget(foreign)
        try Data([1, 2, 3]).write(to: URL(filePath: originals.folder + "/incoming/left"))
        // A removal that went as far as the row.
        let removed = try #require(try await album.add(album.picture(4)).added.first)
        try await album.gallery.store.write { db in
            _ = try db.trashPhotos([removed])
            _ = try db.deletePhotos([removed])
        }

        let next = try PhotoAlbum.library(of: album.gallery)
        try await next.settleAll()
        let own = try #require(try await photo(kept).content)
        #expect(Set(next.originals.identifiers()) == [own, foreign] && !next.originals.contains(half))
        #expect(next.originals.unsettled == [])
        #expect(try album.originalFiles().count == 2)
    }

    @Test func aServerThatStartsLeavesWhatAnImportIsAddingAlone() async throws {
        let next = try PhotoAlbum.library(of: album.gallery)
        let added = try await album.library.add([album.picture(1), album.picture(2)], isLasting: true) { photos in
            try await next.settleAll()
            #expect(photos.allSatisfy { next.originals.contains($0.content) })
            return try await album.edit { try $0.addPhotos(photos) }
        }
        #expect(added.added.count == 2 && added.refused == [])
        try await next.settleAll()
        #expect(album.library.originals.identifiers().count == 2 && album.library.originals.unsettled == [])
    }

    @Test func anEmptyStoreIsNoReasonToRemoveOriginals() async throws {
        try await album.add(album.picture(1), album.picture(2))
        try await album.library.settleAll()
        try await album.gallery.store.write { try $0.execute(sql: "DELETE FROM photo") }
        try await PhotoAlbum.library(of: album.gallery).settleAll()
        #expect(album.library.originals.identifiers().count == 2)
    }

    /// A copy of the store is made, a photograph is removed, and the copy comes back.
    @Test func aBackupBringsRowsBackAndSaysWhichOriginalsAreMissing() async throws {
        let ids = try await album.add(album.picture(1), album.picture(2)).added
        let copy = album.folder.appending(path: "copy.sqlite").path
        try await album.gallery.store.database.writeWithoutTransaction { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
        }
        try await album.edit { _ = try $0.trashPhotos([ids[0]]) }
        try await album.library.deleteForGood([ids[0]])
        try await album.add(album.picture(3))
        let queue = try DatabaseQueue(path: copy)
        try queue.backup(to: album.gallery.store.database)
        _ = try await album.gallery.store.catchUp()
        #expect(try await album.names() == ["1.png", "2.png"])
        let photos = try await album.gallery.store.read { try Photo.order(Column("id")).fetchAll($0) }
        #expect(throws: PhotoError.originalMissing(name: "1.png")) { try album.library.originalPath(of: photos[0]) }
        #expect(FileManager.default.fileExists(atPath: try album.library.originalPath(of: photos[1])))
    }
}

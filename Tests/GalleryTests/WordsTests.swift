import AviaryText
import Testing

@testable import aviary

/// Sentences that depend on numbers and names. Tests of the rooms compare the others, where they are said.
struct WordsTests {
    @Test func photosThatLeftTheTrashAreCounted() {
        #expect(PhotosWords.leftTrash(1) == "1 photo had left the trash meanwhile, and was not deleted.")
        #expect(PhotosWords.leftTrash(3) == "3 photos had left the trash meanwhile, and were not deleted.")
    }

    @Test func anAlbumThatIsGoneIsNamedWhereItsNameIsKnown() {
        let named = "The album \("Trips".quoted) was deleted. Its photos stay in Photos."
        #expect(PhotosWords.albumDeleted("Trips") == named)
        #expect(PhotosWords.albumDeleted(nil) == "The album was deleted. Its photos stay in Photos.")
    }

    @Test func aSheetOfAlbumsSaysHowManyPhotosItIsFor() {
        #expect(PhotosWords.addToAlbum(1).title == "Add 1 photo to an album")
        #expect(PhotosWords.addToAlbum(2).title == "Add 2 photos to an album")
    }

    @Test func someOfAllIsCountedAndSoIsOneName() {
        #expect(RoomWords.selected(1_000, of: RoomWords.photos(2_000)) == "1,000 of 2,000 photos selected")
        #expect(RoomWords.copied("#ff0000", count: 1) == "#ff0000 copied")
        #expect(RoomWords.copied("#ff0000\n#00ff00", count: 2) == "2 colors copied")
    }

    @Test func photosOfATagNameItUnlessItIsDeleted() {
        #expect(PhotoramaWords.tagged(1, with: "birds") == "1 photo tagged \("birds".quoted)")
        #expect(PhotoramaWords.tagged(2, with: nil) == "2 photos tagged with a deleted tag")
        #expect(PhotoramaWords.tagDeleted(from: 0) == "Tag deleted")
        #expect(PhotoramaWords.tagDeleted(from: 2) == "Tag deleted, and taken from 2 photos")
    }
}

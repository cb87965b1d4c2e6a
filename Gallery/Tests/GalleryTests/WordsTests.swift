import AviaryText
import Foundation
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

    @Test func sizesOfFilesAreSaidOnManyThreadsAtOnce() {
        #expect([0, 5, 1_234_567].map(PhotosWords.size) == ["0 bytes", "5 bytes", "1.2 MB"])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 { _ = PhotosWords.size(0) }
        }
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

    @Test func pairsOfAMatrixAndColorsOfPalettesAreCounted() {
        #expect(PaletteWords.reached(1, 1, ofPairs: 1) == "1 of 1 pair reaches 4.5 : 1, 1 reaches 3 : 1.")
        #expect(PaletteWords.reached(2, 3, ofPairs: 3) == "2 of 3 pairs reach 4.5 : 1, 3 reach 3 : 1.")
        #expect(PaletteWords.paletteDeleted("Sea", withColors: 0) == "\("Sea".quoted) deleted")
        #expect(PaletteWords.paletteDeleted("Sea", withColors: 2) == "\("Sea".quoted) deleted, with 2 colors")
        #expect(PaletteWords.skipped(1) == "1 entry was skipped because it isn't a color.")
        #expect(PaletteWords.skipped(0) == nil)
    }

    @Test func aNumberThatIsNoneNamesItsChannel() {
        let blank = ChannelError(channel: .tone, typed: " ")
        #expect(blank.description == "Hue is a number from 0 to 360.")
        let word = ChannelError(channel: .perceived, typed: "x")
        #expect(word.description == "\("x".quoted) isn't a number. Lightness goes from 0 to 100.")
    }

    @Test func whatCommandsDidIsCounted() {
        #expect(CommandWords.added(RoomWords.colors(2_000), to: "a") == "Added 2,000 colors to a")
        #expect(CommandWords.added(CommandWords.saved(1), to: "a") == "Added 1 saved color to a")
        #expect(CommandWords.wrote(1, withColors: 3, to: "a.gpl") == "Wrote 3 colors to a.gpl")
        #expect(CommandWords.wrote(2, withColors: 3, to: "a.css") == "Wrote 2 palettes with 3 colors to a.css")
        #expect(CommandWords.wereThere(1) == "1 was there already")
    }
}

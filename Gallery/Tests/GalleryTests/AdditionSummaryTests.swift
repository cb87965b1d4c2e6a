import Testing

@testable import aviary

/// The sentences about added files.
struct AdditionSummaryTests {
    /// - Parameter files: How each came out: `+` added, `=` known, `<` from the trash, by its name.
    private func summary(_ files: [String], isAlbumGone: Bool = false) -> AdditionSummary {
        var summary = AdditionSummary()
        for (id, file) in files.enumerated() {
            var result = AddedPhotos(isAlbumGone: isAlbumGone)
            switch file.first {
            case "+": result.added = [Int64(id)]
            case "=": result.duplicates = [Int64(id)]
            default: result.broughtBack = [Int64(id)]
            }
            summary.add(result, named: String(file.dropFirst()))
        }
        return summary
    }

    /// Without the marks around names.
    private func plain(_ text: String) -> String { text.replacing(/[\u{2068}\u{2069}]/, with: "") }

    @Test(arguments: [
        (["+a", "+b"], "2 photos added."),
        (["+a", "+b", "=c"], "2 photos added, 1 was already here: “c”."),
        (["+a", "=b", "=c"], "1 photo added, 2 were already here: “b” and “c”."),
        (["+a", "=b", "=c", "=d", "=e"], "1 photo added, 4 were already here."),
        (["=a"], "“a” is in Photos already, so it was not added again."),
        (["=a", "=b", "=c"], "“a”, “b” and “c” are in Photos already, so they were not added again."),
        (["=a", "=b", "=c", "=d"], "All 4 photos are in Photos already, so they were not added again."),
        (["<a"], "“a” was in the trash, and is back."),
        (["+a", "<b"], "2 photos added, 1 of them from the trash."),
        (["+a", "<b", "=c"], "2 photos added, 1 of them from the trash, 1 was already here."),
        ([], ""),
    ])
    func oneSentenceTellsOfAllFiles(files: [String], sentence: String) {
        #expect(plain(summary(files).sentence(in: .init())) == sentence)
    }

    @Test(arguments: [
        (AdditionSummary.View(place: .album(1), albumName: "Birds"), "2 photos added to “Birds”."),
        (.init(place: .trash, hidden: 2), "2 photos added to Photos."),
        (.init(filter: .search, hidden: 2), "2 photos added. This search does not find them."),
        (.init(filter: .search, hidden: 1), "2 photos added. This search does not find 1 of them."),
        (.init(filter: .search), "2 photos added."),
        (.init(filter: .favorites, hidden: 2), "2 photos added. Among the favorites you do not see them."),
    ])
    func theSentenceSaysWhereTheyAre(view: AdditionSummary.View, sentence: String) {
        #expect(plain(summary(["+a", "+b"]).sentence(in: view)) == sentence)
    }

    @Test func onePhotoThatHasAppearedNeedsNoSentence() {
        #expect(summary(["+a"]).isPlain(in: .init()))
        #expect(summary(["+a"]).isPlain(in: .init(place: .album(1))))
        #expect(!summary(["+a", "+b"]).isPlain(in: .init()))
        #expect(!summary(["+a", "=b"]).isPlain(in: .init()))
        #expect(!summary(["<a"]).isPlain(in: .init()))
        #expect(!summary(["+a"]).isPlain(in: .init(place: .trash, hidden: 1)))
        #expect(!summary(["+a"]).isPlain(in: .init(filter: .search, hidden: 1)))
        #expect(!summary(["+a"], isAlbumGone: true).isPlain(in: .init(place: .album(1))))
    }

    @Test func anAlbumThatIsGoneIsSaid() {
        let said = summary(["+a"], isAlbumGone: true).sentence(in: .init(place: .album(1), albumName: "Birds"))
        #expect(said == "1 photo added. That album was deleted. What you added is in Photos.")
    }

    @Test func theStepIsNamedForWhatItTakesBack() {
        #expect(summary([]).stepName(adding: 1) == "Add photo")
        #expect(summary(["+a", "=b", "+c"]).stepName(adding: 1) == "Add 3 photos")
        var closed = summary(["+a", "=b"])
        closed.closeStep()
        #expect(closed.stepName(adding: 2) == "Add 2 photos" && closed.known == [1])
    }
}

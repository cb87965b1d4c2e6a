import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import Recipes

/// The example `Examples/Recipes`, driven as browsers would drive it.
struct RecipesTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recipes-\(UUID().uuidString)").path

    /// Adds a recipe, whose sheet opens, and names it.
    private func add(_ title: String, course: String = "0", in tab: FakeBrowser) async throws -> String {
        try await tab.perform("add")
        let sheet = try #require(await tab.sheets.keys.first)
        try await tab.perform("\(sheet)/save", fields: ["title": title, "course": course, "minutes": "20"])
        return sheet
    }

    @Test func whatOneWindowAddsTheOtherShowsByCourse() async throws {
        let app = try makeRecipes(folder: folder)
        let (tab, other) = (try await FakeBrowser(app), try await FakeBrowser(app, in: "de"))
        try await tab.dismiss(try await add("Plum cake", course: "3", in: tab))
        try await tab.dismiss(try await add(" Äpfel ", course: "2", in: tab))
        await other.wait { $0.collection("grid").items == ["2", "1"] }
        #expect(await other.collection("grid").headers.map(\.values) == [["\"Nachspeisen\""], ["\"Gebäck\""]])
        #expect(await tab.collection("grid").headers.map(\.values) == [["\"Desserts\""], ["\"Baking\""]])
        #expect(await tab.collection("grid").tiles[0].values.contains("\"20 min\""))
        for each in [tab, other] {
            await each.close()
            #expect(await each.faults == [])
        }
    }

    @Test func whatIsNotTakenIsSaidBesideItsField() async throws {
        let tab = try await FakeBrowser(makeRecipes(folder: folder))
        let sheet = try await add("Soup", in: tab)
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("\(sheet)/save", fields: ["title": " ", "course": "9", "minutes": "0"])
        }
        for field in ["title", "course", "minutes"] { #expect(await tab.fault(of: "\(sheet)/\(field)") != nil) }
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.upload([1, 2, 3], named: "page.html", to: "photos", for: "\(sheet)/addPhoto")
        }
        #expect(await tab.fault(of: "\(sheet)/photo") == RecipeWords().noPhoto)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/photos") == [])
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("\(sheet)/addIngredient", fields: ["name": ""])
        }
        #expect(await tab.fault(of: "\(sheet)/name") != nil)
        #expect(await tab.outlets["\(sheet)/title"] == "\"Soup\"")
        await tab.close()
    }

    @Test func ingredientsAreMovedByHandAndFound() async throws {
        let tab = try await FakeBrowser(makeRecipes(folder: folder))
        try await tab.dismiss(try await add("Bread", course: "3", in: tab))
        let sheet = try await add("Soup", in: tab)
        for name in ["Salt", "WÜRZE", "Water"] {
            try await tab.perform("\(sheet)/addIngredient", fields: ["name": name])
        }
        await tab.wait { $0.collection("\(sheet)/list").items == ["1", "2", "3"] }
        try await tab.move("3", "before", "1", in: "\(sheet)/list")
        await tab.wait { $0.collection("\(sheet)/list").items == ["3", "1", "2"] }
        try await tab.perform("\(sheet)/removeIngredient", item: "1")
        await tab.wait { $0.collection("\(sheet)/list").items == ["3", "2"] }
        try await tab.perform("\(sheet)/undo/undo")
        try await tab.perform("\(sheet)/undo/undo")
        await tab.wait { $0.collection("\(sheet)/list").items == ["1", "2", "3"] }
        try await tab.dismiss(sheet)
        for (text, found) in [("würz", ["2"]), ("BRE", ["1"]), ("%", []), ("", ["2", "1"])] {
            try await tab.perform("search", fields: ["text": text])
            await tab.wait { $0.collection("grid").items == found }
        }
        // The search is followed: an ingredient that comes later is found, too.
        try await tab.perform("search", fields: ["text": "yeast"])
        let page = try await FakeBrowser(try makeRecipes(folder: folder), path: "/recipe/1")
        try await page.perform("addIngredient", fields: ["name": "Yeast"])
        await tab.wait { $0.collection("grid").items == ["1"] }
        for each in [tab, page] {
            await each.close()
            #expect(await each.faults == [])
        }
    }

    @Test func aPhotographIsShownAndRemovedInEveryWindow() async throws {
        let app = try makeRecipes(folder: folder)
        let (tab, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        let sheet = try await add("Soup", in: tab)
        try await tab.upload(
            [0xff, 0xd8, 0xff], named: "soup.jpg", type: "image/jpeg", to: "photos", for: "\(sheet)/addPhoto")
        await other.wait { $0.collection("grid").tiles[0].values.contains { $0.hasPrefix("\"/photo/") } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/photos").count == 1)
        // Files that the action did not move are removed.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/uploads") == [])
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.upload([1], named: "soup.jpg", to: "nothing", for: "\(sheet)/addPhoto")
        }
        try await tab.perform("\(sheet)/removePhoto")
        await other.wait { !$0.collection("grid").tiles[0].values.contains { $0.hasPrefix("\"/photo/") } }
        // The file stays, so the photograph comes back.
        try await tab.perform("\(sheet)/undo/undo")
        await other.wait { $0.collection("grid").tiles[0].values.contains { $0.hasPrefix("\"/photo/") } }
        for each in [tab, other] {
            await each.close()
            #expect(await each.faults == [])
        }
    }

    @Test func aRemovedRecipeComesBackWithItsIngredients() async throws {
        let app = try makeRecipes(folder: folder)
        let tab = try await FakeBrowser(app)
        let sheet = try await add("Soup", in: tab)
        try await tab.perform("\(sheet)/addIngredient", fields: ["name": "Salt"])
        let page = try await FakeBrowser(app, path: "/recipe/1")
        #expect(await page.title == "Soup – Recipes")
        try await tab.perform("\(sheet)/removeRecipe")
        await page.wait { $0.outlets["isGone"] == "true" && $0.collection("list").count == 0 }
        await #expect(throws: FakeBrowser.NoSuchPage(path: "/recipe/1")) {
            try await FakeBrowser(app, path: "/recipe/1")
        }
        try await tab.perform("\(sheet)/undo/undo")
        await page.wait { $0.outlets["isGone"] == "false" && $0.collection("list").items == ["1"] }
        for each in [tab, page] {
            await each.close()
            #expect(await each.faults == [])
        }
    }

    @Test func itSpeaksBothLanguages() {
        let (english, german) = (RecipeWords(), RecipeWords.german)
        #expect(Words.german.with(german).untranslated(from: .english) == ["access.title"])
        #expect(zip(german.courses, english.courses).allSatisfy { $0 != $1 })
        #expect(german.courses.count == english.courses.count)
        for count in [1, 2] { #expect(german.entries(count) != english.entries(count)) }
    }
}

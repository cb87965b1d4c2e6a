import AviaryResults
import AviaryServer

/// The sentences of this app in English, which is the language of the storyboards.
struct RecipeWords: AppWords {
    var recipes = "Recipes", newRecipe = "New recipe", search = "Search", noRecipes = "No recipes here."
    var title = "Title", course = "Course", minutes = "Minutes", method = "Method", save = "Save"
    var ingredients = "Ingredients", newIngredient = "New ingredient", add = "Add", remove = "Remove"
    var addPhoto = "Add photo", removePhoto = "Remove photo", removeRecipe = "Remove recipe", close = "Close"

    var changeRecipe = "Change recipe", moveIngredient = "Move ingredient"
    var removed = "This recipe was removed."
    var noPhoto = "This is no JPEG, PNG or WebP picture. Choose another file."
    var entries: @Sendable (Int) -> String = { $0 == 1 ? "1 entry" : "\($0) entries" }
    var courses = ["Starters", "Main courses", "Desserts", "Baking", "Drinks"]

    /// The course of a section. Its number may come from another program.
    func title(of section: RowsSection) -> String {
        Int(section.title).flatMap { courses.indices.contains($0) ? courses[$0] : nil } ?? section.title
    }
}

extension RecipeWords {
    /// The same in German.
    static let german = RecipeWords(
        recipes: "Rezepte", newRecipe: "Neues Rezept", search: "Suchen", noRecipes: "Keine Rezepte da.",
        title: "Titel", course: "Gang", minutes: "Minuten", method: "Zubereitung", save: "Sichern",
        ingredients: "Zutaten", newIngredient: "Neue Zutat", add: "Hinzufügen", remove: "Entfernen",
        addPhoto: "Foto hinzufügen", removePhoto: "Foto entfernen", removeRecipe: "Rezept löschen", close: "Schließen",
        changeRecipe: "Rezept ändern", moveIngredient: "Zutat verschieben", removed: "Dieses Rezept wurde gelöscht.",
        noPhoto: "Das ist kein Bild in JPEG, PNG oder WebP. Bitte eine andere Datei wählen.",
        entries: { $0 == 1 ? "1 Eintrag" : "\($0) Einträge" },
        courses: ["Vorspeisen", "Hauptgerichte", "Nachspeisen", "Gebäck", "Getränke"])
}

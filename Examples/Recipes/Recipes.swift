import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A row of the table `recipe`. Its photograph is a file of this name.
struct Recipe: Codable, LiveRecord {
    var title: String
    var course: Int
    var minutes: Int?
    var method: String
    var photo: String?
}

/// A row of the table `ingredient`.
struct Ingredient: Codable, LiveRecord {
    static let order = ManualOrder(of: "ingredient", by: "position", within: "recipe")
    var name: String
}

extension Destination<Int64> { static var recipe: Self { Destination("/recipe/:id") } }

/// All recipes by course. Each window has its own search.
final class RecipesController: ViewController {
    static let storyboard = Storyboard("RecipesView", PackageResources.RecipesView_html)

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 220, atLeast: 2), itemSize: .aspectRatio(0.85), minimumLineSpacing: 16,
            minimumInteritemSpacing: 12, headerHeight: 52))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["search": search, "add": add, "open": open] }
    var children: [String: any ViewController] { ["undo": undo] }
    private let undo: UndoController
    private let photos: String
    private let recipes: FetchedResults<Recipe>
    private var words: RecipeWords { page.words[RecipeWords.self] }
    /// The search, which the tab keeps for a reload and for a restart of the server.
    private(set) var restorationState = ""

    init(_ undo: UndoController, photos: String) async throws {
        (self.undo, self.photos) = (undo, photos)
        let title = Column("title").collating(.localizedCaseInsensitiveCompare)
        let request = ListRequest<Recipe>(sort: [title.asc], sections: .by(Column("course").asc))
        recipes = try await FetchedResults(request, in: undo.store)
    }

    func viewDidLoad() {
        grid.allowsSelection = false
        grid.dataSource = LiveDataSource(recipes) { recipe, cell in
            cell["title"] = recipe.title
            cell["initial"] = String(recipe.title.prefix(1))
            cell["minutes"] = recipe.minutes.map { "\($0) min" }
            cell[url: "photo"] = recipe.photo.map { "/photo/\($0)" }
        }
        grid.configureHeaders(of: recipes) { [words] section, _, header in header["course"] = words.title(of: section) }
    }

    private func search(_ event: ActionEvent) async throws { try await show(event.fields["text"] ?? "") }
    func restore(_ state: String) async { try? await show(state) }

    /// Shows the recipes that have a text in their title or in an ingredient.
    private func show(_ text: String) async throws {
        let (title, name) = (Column("title").lowercased, Column("name").lowercased)
        let word = text.trimmingCharacters(in: .whitespaces).lowercased()
        let ids: SQL = "SELECT recipe FROM ingredient WHERE instr(\(name), \(word)) > 0"
        var request = recipes.request
        // Without a search the list is followed row by row. The ingredients are another table.
        request.filter = word.isEmpty ? nil : SQL("instr(\(title), \(word)) > 0 OR id IN (\(ids))").sqlExpression
        try await recipes.change(to: request)
        restorationState = text
        page["text"] = text
    }

    private func add(_ event: ActionEvent) async throws {
        let id = try await undo.write(words.newRecipe, for: event) { [title = words.newRecipe] db in
            try db.execute(literal: "INSERT INTO recipe (title) VALUES (\(title))")
            return db.lastInsertedRowID
        }
        try await present(id)
    }

    private func open(_ event: ActionEvent) async throws { try await present(event.item(in: grid)) }

    /// After a restart of the server, a tab asks for its sheet again.
    func presentAgain(at address: Address) async throws { try await present(Destination.recipe.parameter(of: address)) }

    private func present(_ id: Int64?) async throws {
        guard let id else { return }
        try await page.present(at: Destination.recipe.address(id)) { [undo, photos] in
            RecipeController(id, UndoController(sharing: undo), photos: photos)
        }
    }
}

/// One recipe, in a sheet over the list or on a page of its own.
final class RecipeController: ViewController {
    static let storyboard = Storyboard("RecipeView", PackageResources.RecipeView_html)

    let page = Page()
    let list = CollectionView<Int64>(layout: ListLayout(rowHeight: .uniform(48)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        [
            "save": save, "addPhoto": addPhoto, "addIngredient": addIngredient, "moveIngredient": moveIngredient,
            "removePhoto": { [self] event in
                try await write(words.removePhoto, event, "UPDATE recipe SET photo = NULL WHERE id = \(id)")
            },
            "removeIngredient": { [self] event in
                try await write(words.remove, event, "DELETE FROM ingredient WHERE id = \(event.item(in: list))")
            },
            "removeRecipe": { [self] event in
                try await write(words.removeRecipe, event, "DELETE FROM recipe WHERE id = \(id)")
            },
        ]
    }
    var choices: [String: any ScreenChoices] { ["courses": courses] }
    var children: [String: any ViewController] { ["undo": undo] }
    private lazy var courses = ChoiceList(Array(words.courses.indices)) { [unowned self] in Choice(words.courses[$0]) }
    private let id: Int64
    private let undo: UndoController
    private let photos: String
    private var words: RecipeWords { page.words[RecipeWords.self] }

    init(_ id: Int64, _ undo: UndoController, photos: String) {
        (self.id, self.undo, self.photos) = (id, undo, photos)
    }

    func viewDidLoad() async throws {
        let recipes = try await FetchedResults<Recipe>(ListRequest(filter: Column("id") == id), in: undo.store)
        guard recipes.snapshot.numberOfItems > 0 else { throw NotFound(words.removed) }
        let request = ListRequest<Ingredient>(filter: Column("recipe") == id, sort: [Column("position").asc])
        let ingredients = try await FetchedResults(request, in: undo.store)
        list.moveAction = "moveIngredient"
        list.dataSource = LiveDataSource(ingredients) { [words] ingredient, cell in
            cell["name"] = ingredient.name
            cell["removal"] = "\(words.remove): \(ingredient.name)"
        }
        await observe(recipes) { self.show($0.first) }
    }

    private func show(_ recipe: Recipe?) {
        page.title = recipe?.title ?? words.removed
        page["title"] = page.title
        page["minutes"] = recipe?.minutes.map(String.init) ?? ""
        page["method"] = recipe?.method ?? ""
        page[url: "photo"] = recipe?.photo.map { "/photo/\($0)" }
        page["hasNoPhoto"] = recipe?.photo == nil
        page["isGone"] = recipe == nil
        courses.chosen = [recipe?.course ?? 0]
    }

    private func save(_ event: ActionEvent) async throws {
        let (title, course, minutes, method) = try event.values(
            of: Field<String>("title", length: 1...100), courses.field("course"),
            Field<Int?>("minutes", in: 1...10_000), Field<String>("method", length: 0...10_000))
        let values: SQL = "title = \(title), course = \(course), minutes = \(minutes), method = \(method)"
        try await write(words.changeRecipe, event, "UPDATE recipe SET \(values) WHERE id = \(id)")
    }

    private func addPhoto(_ event: ActionEvent) async throws {
        guard let file = event.files.first, file.type.hasPrefix("image/") else {
            throw FieldFaults("photo", .said(words.noPhoto))
        }
        let name = "\(UUID().uuidString).\(file.type.dropFirst(6))"
        try file.move(to: "\(photos)/\(name)")
        try await write(words.addPhoto, event, "UPDATE recipe SET photo = \(name) WHERE id = \(id)")
    }

    private func addIngredient(_ event: ActionEvent) async throws {
        let name = try event.value(of: Field<String>("name", length: 1...60))
        try await write(words.newIngredient, event) { [id] db in
            let position = try Ingredient.order.makePositions(for: 1, .last(in: id.databaseValue), in: db).positions[0]
            let values: SQL = "(\(id), \(position), \(name))"
            try db.execute(literal: "INSERT INTO ingredient (recipe, position, name) VALUES \(values)")
        }
    }

    private func moveIngredient(_ event: ActionEvent) async throws {
        guard let move = event.move(in: list) else { return }
        try await write(words.moveIngredient, event) { db in try Ingredient.order.move(move, in: db) }
    }

    private func write(_ name: String, _ event: ActionEvent, _ change: SQL) async throws {
        try await write(name, event) { try $0.execute(literal: change) }
    }

    /// Makes a change of the recipe that can be undone, here and in the list.
    private func write(
        _ name: String, _ event: ActionEvent, _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        try await undo.write(name, for: event) { [id, removed = words.removed] db in
            guard try Recipe.exists(db, key: id) else { throw NotFound(removed) }
            try change(db)
        }
    }
}

/// The app on a folder.
func makeRecipes(folder: String) throws -> LiveApp {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("recipe", creating: "recipe") { table in
        table.column("title", .text).notNull()
        table.column("course", .integer).notNull().defaults(to: 0)
        table.column("minutes", .integer)
        table.column("method", .text).notNull().defaults(to: "")
        table.column("photo", .text)
    }
    migrator.registerMigration("ingredient", creating: "ingredient") { table in
        table.column("recipe", .integer).notNull().references("recipe", onDelete: .cascade).indexed()
        table.column("position", .double).notNull()
        table.column("name", .text).notNull()
    }
    let store = try StoreFile("\(folder)/recipes.sqlite", migrator: migrator).open()
    let photos = "\(folder)/photos"
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    let types = ["image/jpeg", "image/png", "image/webp"]
    let undo = { @Sendable in UndoController(of: store) { $1[RecipeWords.self].entries($0) } }
    return LiveApp(
        name: "Recipes", on: store, words: [.english, .german.with(RecipeWords.german)],
        rooms: [
            Route("/", title: "Recipes") { try await RecipesController(undo(), photos: photos) },
            Route(.recipe, title: "Recipes") { id in RecipeController(id, undo(), photos: photos) },
        ],
        downloads: [Download("/photo/:name") { .file(at: "\(photos)/\($0["name"])", isImmutable: true) }],
        uploads: [Upload("photos", into: "\(folder)/uploads", types: types, limits: UploadLimits(file: 32 << 20))],
        assets: [.starter, Asset("recipes.css", PackageResources.recipes_css)])
}

@main
enum Recipes {
    static func main() async {
        await LiveApp.main(port: 8086) { try makeRecipes(folder: "recipes") }
    }
}

import AviaryViews

/// How a controller came to be presented.
struct Presented {
    var style: Presentation
    var address: Address?
    var makeChild: () -> any ViewController
    /// Called with the number of the choice, if there was one.
    var didDismiss: (Int?) -> Void
}

/// Something that stands over the page: a controller with its children, or an alert.
final class Sheet {
    /// Names it among all sheets of all scenes, so that no answer is taken for that to another: `sheet1804289383`. With a
    /// slash it is the path of its controller.
    let name: String
    let style: Presentation
    /// Where the same is a page of its own.
    private(set) var address: Address?
    /// That of an alert.
    let markup: String?
    /// The controller with its children; an alert has none.
    let tree: ControllerTree?
    let didDismiss: (Int?) -> Void
    /// Whether its content has been read, so that a tab can be told of it.
    var isReady = false
    /// The page that was told of it last.
    var page: String?
    var isTold = false
    /// Whether its collections are followed for the tab that is there.
    var isFollowed = false

    /// It has come to show what another address leads to.
    func move(to address: Address) {
        self.address = address
        for member in members { member.controller.page.address = address }
    }

    /// Names the storyboards of its controllers: a page may have it from others.
    var version: String {
        let parts = members.map { (try? type(of: $0.controller).storyboard.content().fingerprint) ?? "" }
        return Asset("sheet", Array(parts.joined(separator: " ").utf8)).fingerprint
    }

    var path: String { name + "/" }
    var members: [ControllerTree.Member] { tree?.members ?? [] }
    var collections: [String: any ScreenCollection] { tree?.collections ?? [:] }

    init(_ controller: any ViewController, name: String, _ presented: Presented) {
        self.name = name
        (style, address, didDismiss) = (presented.style, presented.address, presented.didDismiss)
        markup = nil
        tree = ControllerTree(controller, at: name + "/")
    }

    init(_ alert: Alert, name: String, didAnswer: @escaping (Int?) -> Void) {
        self.name = name
        (style, address, didDismiss) = (.alert, nil, didAnswer)
        markup = alert.markup
        tree = nil
    }

    private static let prefix = "sheet"

    static func name(_ number: Int) -> String { prefix + "\(number)" }

    /// Whether a text from outside is a name as sheets have it.
    static func isName(_ text: String) -> Bool { Int(text.dropFirst(prefix.count)).map(name) == text }

    /// Whether a name on the wire belongs to a sheet, which may have gone.
    static func owns(_ name: String) -> Bool {
        let owner = name.prefix { $0 != "/" }
        return owner.count < name.count && owner.hasPrefix(prefix) && Int(owner.dropFirst(prefix.count)) != nil
    }

    /// The action that opens a sheet again whose address is the field `address`. No storyboard has such a name.
    static let reopening = "@present"

    /// How many stand over each other at most. More are a mistake of the app.
    static let maximum = 8
}

extension Stage {
    /// A name that no sheet has, of this scene or of one that is lost; or that of the sheet which returns to an address.
    func makeSheetName(for address: Address? = nil) -> String {
        hasHadSheets = true
        if let returning, returning.address == address { return returning.name }
        repeat { sheetNumber += 1 } while sheets.contains { $0.name == Sheet.name(sheetNumber) }
        return Sheet.name(sheetNumber)
    }

    func isOpen(_ sheet: Sheet) -> Bool { sheets.contains { $0 === sheet } }

    /// The sheet whose name a path begins with.
    func sheet(of path: String) -> Sheet? { sheets.first { path.hasPrefix($0.path) } }

    /// Remembers how a sheet with an address is opened, for the way forward.
    func remember(_ presented: Presented) {
        guard presented.address != nil else { return }
        remembered.removeAll { $0.address == presented.address }
        remembered.append(presented)
        if remembered.count > 16 { remembered.removeFirst() }
    }

    /// The content of a sheet is there: its collections are from now on looked at with those of the page.
    func open(_ sheet: Sheet) {
        sheet.isReady = true
        collections.merge(sheet.collections) { $1 }
    }

    /// Lets go of what belongs to a sheet.
    func end(_ sheet: Sheet) {
        sheets.removeAll { $0 === sheet }
        for name in sheet.collections.keys { collections[name] = nil }
        sheet.tree?.end()
        messenger.dropOutlets(under: sheet.path)
    }
}

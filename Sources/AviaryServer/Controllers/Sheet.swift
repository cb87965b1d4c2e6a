import AviaryViews

/// A controller to present, with its style and address.
struct Presented {
    var style: Presentation
    var address: Address?
    var makeChild: () -> any ViewController
    /// Called at the end, with the number of the choice if there was one.
    var didDismiss: (Int?) -> Void
}

/// A controller with its children, or an alert, presented over the page.
final class Sheet {
    /// A name that is unique among the sheets of all scenes, such as `sheet1804289383`, so that no answer reaches the
    /// wrong sheet. With a slash appended, it is the path of the sheet's controller.
    let name: String
    let style: Presentation
    /// The address at which the same content is a page of its own; `nil` if there is none.
    private(set) var address: Address?
    /// The HTML of an alert; `nil` for a controller.
    let markup: String?
    /// The controller with its children; `nil` for an alert.
    let tree: ControllerTree?
    let didDismiss: (Int?) -> Void
    /// Whether its content has been read, so that it can be sent to a tab.
    var isReady = false
    /// The page to which the sheet was sent last.
    var page: String?
    var isTold = false
    /// The version with which the sheet was sent last.
    var toldVersion = ""
    /// Whether its collections are followed for the connected tab.
    var isFollowed = false
    /// Whether its controllers have appeared in the connected tab.
    var hasAppeared = false

    /// Changes the address, because the sheet shows another item now.
    func move(to address: Address) {
        self.address = address
        for member in members { member.controller.page.address = address }
    }

    /// A hash of the storyboards of its controllers. An older page may show the sheet from other versions of these
    /// storyboards.
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

    /// - Parameter cancel: The title of the button that cancels, if the alert has none.
    init(_ alert: Alert, name: String, cancel: String, didAnswer: @escaping (Int?) -> Void) {
        self.name = name
        (style, address, didDismiss) = (.alert, nil, didAnswer)
        markup = alert.markup(cancel: cancel)
        tree = nil
    }

    private static let prefix = "sheet"

    static func name(_ number: Int) -> String { prefix + "\(number)" }

    /// Returns whether a text from outside has the form of a sheet's name.
    static func isName(_ text: String) -> Bool { Int(text.dropFirst(prefix.count)).map(name) == text }

    /// Returns whether a name on the wire belongs to a sheet, which may be closed already.
    static func owns(_ name: String) -> Bool {
        let owner = name.prefix { $0 != "/" }
        return owner.count < name.count && owner.hasPrefix(prefix) && Int(owner.dropFirst(prefix.count)) != nil
    }

    /// The action that opens the sheet with the address in the field `address` again. No storyboard has an action of
    /// this name.
    static let reopening = "@present"

    /// The most sheets over each other. More are a mistake of the app.
    static let maximum = 8
}

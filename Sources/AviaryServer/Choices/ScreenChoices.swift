public import AviaryViews

/// The interface of a list of choices for its control, independent of the type of its identifiers. `ChoiceList` conforms
/// to it.
public protocol ScreenChoices<ItemID>: AnyObject {
    /// The identifiers of the items.
    associatedtype ItemID: ItemIdentifier

    /// The list, with the type of its identifiers.
    var choiceList: ChoiceList<ItemID> { get }
}

extension ChoiceList: ScreenChoices {
    /// The list itself.
    public var choiceList: ChoiceList { self }
}

extension ScreenChoices {
    func load(as name: String, _ send: @escaping (SceneMessage) -> Void) { choiceList.load(as: name, send) }
    func prepare() async throws { try await choiceList.prepare() }
    func redraw() { choiceList.redraw() }
    func follow(_ turn: @escaping ((any Error)?, @escaping () -> Void) async -> Void) async {
        await choiceList.follow(turn)
    }
    func stop() { choiceList.stop() }
    func painted(_ count: Int) -> PaintedChoices { choiceList.painted(count) }
}

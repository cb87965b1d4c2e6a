import AviarySnapshots
import AviaryViews
import Testing

/// The actions that swipes uncover, and that menus have as well.
struct SwipeActionsTests {
    let list = CollectionView<Int>(recording: FlowLayout(columns: .fixed(1), itemSize: .height(40)))

    private func show(_ delegate: some CollectionViewDelegate<Int>) async throws {
        list.register(CellTemplate("Cell", outlets: []))
        list.delegate = delegate
        list.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, Array(0..<10))])) { _, _ in }
        try await list.scroll(to: ContentRect(width: 300, height: 400))
    }

    private func toldOfMenus() -> [CollectionChange] {
        list.takeChanges().filter { if case .menus = $0 { true } else { false } }
    }

    @Test func theDelegateIsAskedForTheSwipedItemAlone() async throws {
        let mail = Mail()
        try await show(mail)
        mail.asked = []
        let (leading, trailing) = list.swipeActions(at: "3")
        #expect(leading == SwipeActions(Mail.mark, performsFirstActionWithFullSwipe: false))
        #expect(trailing?.actions == [Mail.delete, Mail.archive])
        #expect(trailing?.performsFirstActionWithFullSwipe == true)
        #expect(mail.asked == [3, 3])
    }

    @Test func thereIsNothingToSwipeWithoutTheItemAndInEditMode() async throws {
        let mail = Mail()
        try await show(mail)
        #expect(list.swipeActions(at: "50").trailing == nil)
        #expect(list.swipeActions(at: "0").leading == nil, "the delegate has none for it")
        list.isEditing = true
        #expect(list.swipeActions(at: "3").trailing == nil)
    }

    @Test func theMenuOfOneItemHasItsSwipeActionsToo() async throws {
        let mail = Mail()
        try await show(mail)
        // "Delete" is in the menu already, under another title.
        #expect(list.menu(of: Set([3]))?.groups == [[Mail.deleteForever], [Mail.mark, Mail.archive]])
        #expect(list.menu(of: Set([3, 4]))?.groups == [[Mail.deleteForever]])
        #expect(list.menu(of: Set<Int>()) == nil)
    }

    @Test func aListWithoutMenusHasOneForItsSwipes() async throws {
        let notes = Notes()
        try await show(notes)
        #expect(list.menu(of: Set([3]))?.groups == [[Mail.delete]])
        #expect(toldOfMenus() == [.menus(shortcuts: ["Delete"], hasSwipes: true)])
        #expect(list.hasMenus)
    }

    @Test func theScreenIsToldThatThereAreSwipesAndNotWhichOnes() async throws {
        let mail = Mail()
        try await show(mail)
        #expect(toldOfMenus() == [.menus(shortcuts: ["Mod+Delete"], hasSwipes: true)])
        // Scrolling asks for no item again.
        mail.asked = []
        try await list.scroll(to: ContentRect(y: 10, width: 300, height: 300))
        #expect(mail.asked == [])
    }
}

/// A delegate with swipes at both edges. Item 0 has none at its leading edge.
private final class Mail: CollectionViewDelegate {
    static let delete = MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)
    static let deleteForever = MenuItem("Delete mail", action: "delete", shortcut: "Mod+Delete", isDestructive: true)
    static let archive = MenuItem("Archive", action: "move", fields: ["to": "archive"])
    static let mark = MenuItem("Mark", action: "mark")
    var asked: [Int] = []

    func collectionView(_ view: CollectionView<Int>, menuFor items: Set<Int>) -> Menu? {
        items.isEmpty ? nil : Menu([Self.deleteForever])
    }

    func collectionView(_ view: CollectionView<Int>, leadingSwipeActionsFor item: Int) -> SwipeActions? {
        asked.append(item)
        return item == 0 ? nil : SwipeActions(Self.mark, performsFirstActionWithFullSwipe: false)
    }

    func collectionView(_ view: CollectionView<Int>, trailingSwipeActionsFor item: Int) -> SwipeActions? {
        asked.append(item)
        return SwipeActions(Self.delete, Self.archive)
    }
}

/// A delegate with swipes, and without menus of its own.
private final class Notes: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int>, trailingSwipeActionsFor item: Int) -> SwipeActions? {
        SwipeActions(Mail.delete)
    }
}

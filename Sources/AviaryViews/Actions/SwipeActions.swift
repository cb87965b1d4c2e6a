/// The actions that a swipe uncovers at one edge of an item.
///
///     SwipeActions(MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true))
///
/// An action is a `MenuItem`, because the menu of the item has the same actions: whatever `menuFor` leaves out is added
/// at its end. So each action can be reached with a keyboard and by a screen reader, and by its shortcut. A swipe shows
/// neither the shortcut nor a check mark, and no action that is disabled.
public struct SwipeActions: Hashable, Sendable {
    /// The actions. The first one is at the edge of the item.
    public var actions: [MenuItem]
    /// True if a swipe over most of the item calls the first action.
    public var performsFirstActionWithFullSwipe: Bool

    /// The actions at one edge.
    ///
    /// - Parameters:
    ///   - actions: The actions. The first one is at the edge of the item.
    ///   - performsFirstActionWithFullSwipe: Pass false if the first action should need a tap.
    public init(_ actions: MenuItem..., performsFirstActionWithFullSwipe: Bool = true) {
        self.actions = actions
        self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
    }
}

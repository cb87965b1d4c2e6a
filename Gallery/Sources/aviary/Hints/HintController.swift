import AviaryServer
import AviaryViews

/// A hint at the lower edge of a page with few items. It says what can be done with them.
final class HintController: ViewController {
    static let storyboard = Storyboard(
        "Hint",
        Array(
            """
            <p class="tip" hidden data-outlet="isHidden:flag(hidden)">
              <span class="mouse" data-outlet="mouse"></span><span class="finger" data-outlet="finger"></span>
            </p>
            """.utf8))

    let page = Page()
    private let hint: Hint
    private let followed: FollowedHints
    private var isFollowed: Bool

    init(_ hint: Hint, unlessIn followed: FollowedHints) {
        (self.hint, self.followed) = (hint, followed)
        isFollowed = followed.contains(hint)
    }

    func viewDidLoad() {
        page["mouse"] = hint.texts.mouse
        page["finger"] = hint.texts.finger
        show(amongItems: 0)
    }

    /// Shows or hides the hint.
    ///
    /// - Parameters:
    ///   - count: The number of items on the page.
    ///   - canFollow: Whether the person can follow the hint on this page now.
    func show(amongItems count: Int, canFollow: Bool = true) {
        page["isHidden"] = isFollowed || !canFollow || !hint.counts.contains(count)
    }

    /// Records that a person has followed the hint, and hides it.
    func follow() {
        guard !isFollowed else { return }
        isFollowed = true
        followed.add(hint)
        page["isHidden"] = true
    }
}

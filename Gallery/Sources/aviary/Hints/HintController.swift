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
    private let done: DoneHints
    private var isDone: Bool

    init(_ hint: Hint, unlessIn done: DoneHints) {
        (self.hint, self.done) = (hint, done)
        isDone = done.contains(hint)
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
    ///   - isPossible: Whether the person can do what the hint says on this page now.
    func show(amongItems count: Int, isPossible: Bool = true) {
        page["isHidden"] = isDone || !isPossible || !hint.counts.contains(count)
    }

    /// Records that a person has done what the hint says, and hides it.
    func markDone() {
        guard !isDone else { return }
        isDone = true
        done.add(hint)
        page["isHidden"] = true
    }
}

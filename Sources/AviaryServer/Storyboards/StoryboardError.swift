/// A mistake in a storyboard. It is thrown when the app starts, before a page is shown. If only a sheet has the
/// storyboard, the error is thrown when the sheet is presented.
public struct StoryboardError: Error, Hashable, CustomStringConvertible {
    struct Fault: Error, Hashable {
        var line: Int
        var what: String
    }

    /// The name of the storyboard.
    let storyboard: String
    /// The line of the mistake in the storyboard's markup, counted from 1.
    let line: Int
    /// The mistake, as a sentence without a full stop.
    let what: String

    init(_ storyboard: String, _ fault: Fault) {
        self.storyboard = storyboard
        line = fault.line
        what = fault.what
    }

    public var description: String { "\(storyboard), line \(line): \(what)." }
}

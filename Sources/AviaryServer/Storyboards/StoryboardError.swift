/// What is wrong with a storyboard. Found when the app starts, before anybody sees a page.
public struct StoryboardError: Error, Hashable, CustomStringConvertible {
    struct Fault: Error, Hashable {
        var line: Int
        var what: String
    }

    public let storyboard: String
    public let line: Int
    public let what: String

    init(_ storyboard: String, _ fault: Fault) {
        self.storyboard = storyboard
        line = fault.line
        what = fault.what
    }

    public var description: String { "\(storyboard), line \(line): \(what)." }
}

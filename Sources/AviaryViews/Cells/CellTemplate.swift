/// What a reuse identifier stands for: the outlets of its cells, in the order in which the screen numbers them.
public struct CellTemplate: Hashable, Sendable {
    public struct Outlet: Hashable, Sendable {
        public var name: String
        public var kind: OutletKind

        public init(_ name: String, _ kind: OutletKind = .text) {
            self.name = name
            self.kind = kind
        }
    }

    public let reuseIdentifier: String
    /// Those that a cell provider sets.
    public let outlets: [Outlet]
    /// The supplementary views in each of its cells, whose reuse identifiers are their kinds.
    package let supplementaryViews: [CellTemplate]

    public init(_ reuseIdentifier: String, outlets: [Outlet]) {
        self.init(reuseIdentifier, outlets: outlets, supplementaryViews: [])
    }

    package init(_ reuseIdentifier: String, outlets: [Outlet], supplementaryViews: [CellTemplate]) {
        self.reuseIdentifier = reuseIdentifier
        self.outlets = outlets
        self.supplementaryViews = supplementaryViews
    }

    func index(of name: String) -> Int? { outlets.firstIndex { $0.name == name } }

    /// All outlets that the screen knows: behind its own those of its supplementary views, whose names begin with the kind
    /// and a hyphen. Each of these has one more in front, `false` where the view is there.
    package var allOutlets: [Outlet] {
        outlets
            + supplementaryViews.flatMap { view in
                let own = view.outlets.map { Outlet("\(view.reuseIdentifier)-\($0.name)", $0.kind) }
                return [Outlet(view.reuseIdentifier, .flag)] + own
            }
    }

    /// Where the outlets of a supplementary view begin among all, with the one that says whether it is there.
    func firstOutlet(ofSupplementary kind: String) -> Int? {
        guard let number = supplementaryViews.firstIndex(where: { $0.reuseIdentifier == kind }) else { return nil }
        return supplementaryViews[..<number].reduce(outlets.count) { $0 + 1 + $1.outlets.count }
    }

    /// Every outlet as the markup has it: no supplementary view is there.
    var ownState: [CellValue?] {
        Array(repeating: nil, count: supplementaryViews.reduce(outlets.count) { $0 + 1 + $1.outlets.count })
    }

    /// The values that the screen is told: supplementary views at the end that are not there take none.
    func told(_ values: [CellValue?]) -> [CellValue?] {
        if supplementaryViews.isEmpty { return values }
        var told = values[...]
        while told.count > outlets.count, told.last == .some(nil) { told.removeLast() }
        return Array(told)
    }
}

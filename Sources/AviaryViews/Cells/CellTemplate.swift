/// The outlets of the cells with one reuse identifier, in the order in which the screen numbers them.
public struct CellTemplate: Hashable, Sendable {
    /// An outlet that the markup declares: a name, and the kind of value that it takes.
    public struct Outlet: Hashable, Sendable {
        /// As in `data-outlet`, in front of the colon.
        public var name: String
        /// The only kind of value that the outlet takes.
        public var kind: OutletKind

        /// An outlet of this name, for text unless another kind is given.
        public init(_ name: String, _ kind: OutletKind = .text) {
            self.name = name
            self.kind = kind
        }
    }

    /// The name in `data-cell`, by which a data source chooses the template.
    public let reuseIdentifier: String
    /// The outlets that a cell provider sets, in the order of the markup; those of supplementary views are not among
    /// them.
    public let outlets: [Outlet]
    /// The supplementary views in each of its cells, whose reuse identifiers are their kinds.
    package let supplementaryViews: [CellTemplate]

    /// A template without supplementary views.
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

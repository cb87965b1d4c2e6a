/// The outlets of the cells with one reuse identifier, in the order in which the screen numbers them.
public struct CellTemplate: Hashable, Sendable {
    /// An outlet that the markup declares: a name, and the kind of value that it takes.
    public struct Outlet: Hashable, Sendable {
        /// The name in `data-outlet`, before the colon.
        public var name: String
        /// The only kind of value that the outlet takes.
        var kind: OutletKind

        /// An outlet of this name, for text unless another kind is given.
        public init(_ name: String, _ kind: OutletKind = .text) {
            self.name = name
            self.kind = kind
        }
    }

    /// The name in `data-cell`, by which a data source chooses the template.
    package let reuseIdentifier: String
    /// The outlets that a cell provider sets, in the order of the markup, without the outlets of supplementary views.
    package let outlets: [Outlet]
    /// The supplementary views in each of its cells. Their reuse identifiers are their kinds.
    package let supplementaryViews: [CellTemplate]
    /// The index of the outlet for an item's level in an outline; `nil` in other lists. The outlet for its mark follows.
    let levelOutlet: Int?

    /// The outlets by which the cells of an outline show its form: the level of the item as a number, and as a flag
    /// whether it is expanded.
    package static let outlineOutlets = [Outlet("outline-level", .number), Outlet("outline-open", .flag)]

    /// A template without supplementary views.
    public init(_ reuseIdentifier: String, outlets: [Outlet]) {
        self.init(reuseIdentifier, outlets: outlets, supplementaryViews: [])
    }

    package init(_ reuseIdentifier: String, outlets: [Outlet], supplementaryViews: [CellTemplate]) {
        self.reuseIdentifier = reuseIdentifier
        self.outlets = outlets
        self.supplementaryViews = supplementaryViews
        let level = outlets.firstIndex(of: Self.outlineOutlets[0])
        levelOutlet = level.flatMap { outlets[$0...].starts(with: Self.outlineOutlets) ? $0 : nil }
    }

    func index(of name: String) -> Int? { outlets.firstIndex { $0.name == name } }

    /// The outlets that the screen knows: those of the template, and then those of its supplementary views. Each
    /// supplementary view has a flag, whose name is the kind of the view. The flag is `false` if the view is shown. The
    /// outlets of the view follow its flag, and their names begin with the kind and a hyphen.
    package var allOutlets: [Outlet] {
        outlets
            + supplementaryViews.flatMap { view in
                let own = view.outlets.map { Outlet("\(view.reuseIdentifier)-\($0.name)", $0.kind) }
                return [Outlet(view.reuseIdentifier, .flag)] + own
            }
    }

    /// The index of the flag of a supplementary view among all outlets. The outlets of the view follow the flag.
    func firstOutlet(ofSupplementary kind: String) -> Int? {
        guard let number = supplementaryViews.firstIndex(where: { $0.reuseIdentifier == kind }) else { return nil }
        return supplementaryViews[..<number].reduce(outlets.count) { $0 + 1 + $1.outlets.count }
    }

    /// The value `nil` for every outlet, which means the state in the markup. No supplementary view is shown.
    var ownState: [CellValue?] {
        Array(repeating: nil, count: supplementaryViews.reduce(outlets.count) { $0 + 1 + $1.outlets.count })
    }

    /// The values to send to the screen, without absent supplementary views at the end.
    func told(_ values: [CellValue?]) -> [CellValue?] {
        if supplementaryViews.isEmpty { return values }
        var told = values[...]
        while told.count > outlets.count, told.last == .some(nil) { told.removeLast() }
        return Array(told)
    }
}

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
    public let outlets: [Outlet]

    public init(_ reuseIdentifier: String, outlets: [Outlet]) {
        self.reuseIdentifier = reuseIdentifier
        self.outlets = outlets
    }

    func index(of name: String) -> Int? { outlets.firstIndex { $0.name == name } }
}

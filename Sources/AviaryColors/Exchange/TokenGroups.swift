/// The groups of a file of design tokens by their positions, and which group each one extends.
struct TokenGroups {
    private struct Place: Hashable {
        var parent: Int
        var name: String
    }

    private let root: Int
    private var children: [Place: Int] = [:]
    private var extended: [Int: TokenReference] = [:]
    private var layersOfGroups: [Int: Result<[Int], TokenProblem>] = [:]
    /// The groups whose layers are being found.
    private var open: Set<Int> = []

    /// The largest number of groups that a group may be made of. It bounds the depth of the recursion, too.
    private static let mostLayers = 64

    /// - Parameter root: The position of the outermost object.
    init(root: Int) { self.root = root }

    /// Stores a group within a group. If two have the same name, the first one stays.
    mutating func add(_ child: Int, named name: String, in parent: Int) {
        let place = Place(parent: parent, name: name)
        if children[place] == nil { children[place] = child }
    }

    /// Stores which group a group extends.
    mutating func extend(_ group: Int, by reference: TokenReference) { extended[group] = reference }

    /// The groups with this name within other groups, in the order of these.
    func groups(named name: String, in parents: some Sequence<Int>) -> [Int] {
        parents.compactMap { children[Place(parent: $0, name: name)] }
    }

    /// The positions of the group that a reference names, and of all groups that it extends in turn. The nearest is
    /// first: its tokens replace those of the same names in later ones.
    ///
    /// - Throws: `TokenProblem` if there is no such group, or if groups extend each other in a circle.
    mutating func layers(_ reference: TokenReference) throws(TokenProblem) -> [Int] {
        guard let names = reference.names, !names.isEmpty else { throw unknown(reference) }
        var found = [root]
        for name in names {
            let next = groups(named: name, in: found)
            found = []
            for group in next { join(try layers(of: group), to: &found) }
            if found.isEmpty { throw unknown(reference) }
            if found.count > Self.mostLayers { throw .tooMany }
        }
        return found
    }

    /// A group, and all groups that it extends. Each group is asked once.
    private mutating func layers(of group: Int) throws(TokenProblem) -> [Int] {
        if let known = layersOfGroups[group] { return try known.get() }
        var layers = [group]
        guard let reference = extended[group] else { return layers }
        if open.contains(group) { throw .circle }
        if open.count >= Self.mostLayers { throw .tooMany }
        open.insert(group)
        defer { open.remove(group) }
        do throws(TokenProblem) {
            join(try self.layers(reference), to: &layers)
            layersOfGroups[group] = .success(layers)
        } catch {
            layersOfGroups[group] = .failure(error)
            throw error
        }
        return layers
    }

    private func join(_ more: [Int], to layers: inout [Int]) {
        for layer in more where !layers.contains(layer) { layers.append(layer) }
    }

    private func unknown(_ reference: TokenReference) -> TokenProblem {
        TokenProblem("\(reference.quoted) is no group of this file; correct the path")
    }
}

extension TokenProblem {
    /// A group extends itself, a group around it, or one that extends it.
    static let circle = TokenProblem("“$extends” leads in a circle; name another group")

    /// A group extends one that extends one, and so on.
    static let tooMany = TokenProblem("too many groups extend each other here; write the tokens in this group")
}

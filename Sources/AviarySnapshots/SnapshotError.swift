/// Why a snapshot refused an edit.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// The kind is "item" or "section".
    case duplicateIdentifiers(_ kind: String, [String])
    case unknownIdentifier(_ kind: String, String)

    public var description: String {
        switch self {
        case .duplicateIdentifiers(let kind, let identifiers):
            "Each \(kind) identifier may be in a snapshot once; already there: \(identifiers.joined(separator: ", "))."
        case .unknownIdentifier(let kind, let identifier): "The snapshot has no \(kind) \(identifier)."
        }
    }
}

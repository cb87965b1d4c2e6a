/// The reason why a `ListSnapshot` refused an edit. The snapshot is unchanged then.
public enum SnapshotError: Error, Hashable, CustomStringConvertible {
    /// Identifiers are in the snapshot already, or are listed twice.
    ///
    /// - Parameter kind: "item" or "section". The texts are descriptions of all duplicates.
    case duplicateIdentifiers(_ kind: String, [String])
    /// The edit names an identifier that the snapshot does not have.
    ///
    /// - Parameter kind: "item" or "section". The text is a description of the identifier.
    case unknownIdentifier(_ kind: String, String)

    public var description: String {
        switch self {
        case .duplicateIdentifiers(let kind, let identifiers):
            "Each \(kind) identifier may be in a snapshot once; already there: \(identifiers.joined(separator: ", "))."
        case .unknownIdentifier(let kind, let identifier): "The snapshot has no \(kind) \(identifier)."
        }
    }
}

#if Postgres
    /// How the bytes of the server break the rules of its protocol.
    enum LogicalFault: Error, Hashable, CustomStringConvertible {
        case cutOff
        case tooLong
        case negativeLength
        case notText
        /// The first byte of a message or of a part is none that this version of the protocol has.
        case unknownKind(UInt8)
        /// A row does not have as many values as its table has columns.
        case wrongNumberOfColumns
        /// A row belongs to a table that was not described before.
        case unknownRelation(UInt32)
        /// A row or an end stands outside of a transaction, or a transaction begins within another one.
        case outOfOrder
        /// The server describes more tables than a publication of ours can have.
        case tooManyRelations
        /// The values of an old row or of a new key are not there.
        case missingKey

        var description: String {
            let reason =
                switch self {
                case .cutOff: "it ends too early"
                case .tooLong: "it has bytes behind its end"
                case .negativeLength: "a length is negative"
                case .notText: "a name is not UTF-8"
                case .unknownKind(let kind): "it has a part of the unknown kind \(kind)"
                case .wrongNumberOfColumns: "a row has another number of columns than its table"
                case .unknownRelation(let id): "a row belongs to the unknown table \(id)"
                case .outOfOrder: "it does not belong where it stands"
                case .tooManyRelations: "it describes one table too many"
                case .missingKey: "a row has no key"
                }
            return "A message of logical replication cannot be read: \(reason)."
        }
    }
#endif

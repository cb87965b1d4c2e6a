#if Postgres
    /// Leads from the tables that the server describes to those that are followed, and from messages to rows.
    struct LogicalTables {
        /// How the columns of a followed table lie in a row of the server.
        private struct Shape {
            /// The index in the feed's list.
            var table: Int
            var relation: LogicalRelation
            /// For each column of the feed, where the server sends it.
            var order: [Int]
            /// Whether that is the order of the feed, with nothing between.
            var isInOrder: Bool
        }

        /// Far more than a database has, and few enough for the memory.
        private static let mostRelations = 100_000

        private let tables: [FeedTable]
        private let indices: [UInt32: Int]
        private var shapes: [UInt32: Shape] = [:]
        /// Tables of the publication that this feed does not follow.
        private var others: Set<UInt32> = []
        /// Values as the server orders them, and as the feed does. They are here so that a row allocates nothing.
        private var sent: [FeedValue] = []
        private var values: [FeedValue] = []

        init(_ tables: [FeedTable]) {
            self.tables = tables
            indices = Dictionary(tables.enumerated().map { ($1.oid, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// Takes the description of a table.
        ///
        /// - Throws: `FeedError` when it is not what the feed was made for, or has changed since it was described first.
        mutating func add(_ relation: LogicalRelation) throws {
            guard let index = indices[relation.id] else {
                others.insert(relation.id)
                guard others.count <= Self.mostRelations else { throw LogicalFault.tooManyRelations }
                return
            }
            let table = tables[index]
            if let known = shapes[relation.id]?.relation {
                guard known == relation else { throw FeedError.copyAgain("the table \(table.name) has been altered") }
                return
            }
            guard relation.name == table.name else {
                throw FeedError.copyAgain("the table \(table.name) is named \(relation.name) by now")
            }
            let order = try table.columns.map { column in
                guard let place = relation.columns.firstIndex(where: { $0.name == column.name }) else {
                    throw FeedError.copyAgain("the column \(column.name) of the table \(table.name) is gone")
                }
                return place
            }
            guard let key = order.first, relation.columns[key].isKey else {
                throw FeedError.cannotFollow(
                    table: table.name,
                    "its replica identity lacks the column \(table.key), "
                        + "so that updated and deleted rows cannot be told apart")
            }
            shapes[relation.id] = Shape(
                table: index, relation: relation, order: order,
                isInOrder: order.elementsEqual(relation.columns.indices))
        }

        /// Whether rows of this table are for the feed.
        func follows(_ relation: UInt32) throws(LogicalFault) -> Bool {
            if shapes[relation] != nil { return true }
            guard others.contains(relation) else { throw .unknownRelation(relation) }
            return false
        }

        /// Whether a message has rows for the feed.
        func concerns(_ message: LogicalMessage) throws(LogicalFault) -> Bool {
            switch message {
            case .insert(let relation, _), .update(let relation, _, _), .delete(let relation, _):
                return try follows(relation)
            case .truncate(let relations):
                var result = false
                for relation in relations { if try follows(relation) { result = true } }
                return result
            case .begin, .commit, .relation, .other: return false
            }
        }

        /// Sends the rows of a message to the replica.
        mutating func send(_ message: LogicalMessage, to sink: any FeedSink) throws {
            switch message {
            case .insert(let relation, let row):
                guard let shape = shapes[relation] else { return }
                guard case .text = try read(row, shape) else { throw LogicalFault.missingKey }
                try sink.put(shape.table, values, .insert)
            case .update(let relation, let old, let row):
                guard let shape = shapes[relation] else { return }
                var oldKey: FeedValue?
                if let old { oldKey = try key(of: old, shape) }
                // A key is an integer: it is never too long to be sent.
                guard case .text(let new) = try read(row, shape) else { throw LogicalFault.missingKey }
                if case .text(let old)? = oldKey, !old.elementsEqual(new) {
                    try sink.put(shape.table, values, .move(from: .text(old)))
                } else {
                    try sink.put(shape.table, values, .update)
                }
            case .delete(let relation, let old):
                guard let shape = shapes[relation] else { return }
                try sink.delete(shape.table, key: try key(of: old, shape))
            case .truncate(let relations):
                for relation in relations {
                    if let shape = shapes[relation] { try sink.truncate(shape.table) }
                }
            case .begin, .commit, .relation, .other: break
            }
        }

        /// Reads a row into `values`, and returns its key.
        private mutating func read(_ row: LogicalTuple, _ shape: Shape) throws(LogicalFault) -> FeedValue {
            guard row.count == shape.relation.columns.count else { throw .wrongNumberOfColumns }
            if shape.isInOrder {
                try row.read(into: &values)
            } else {
                try row.read(into: &sent)
                values.removeAll(keepingCapacity: true)
                for place in shape.order { values.append(sent[place]) }
            }
            guard let key = values.first else { throw .missingKey }
            return key
        }

        /// The key of a row of which perhaps only the key was sent.
        private mutating func key(of old: LogicalTuple, _ shape: Shape) throws(LogicalFault) -> FeedValue {
            guard case .text(let key) = try read(old, shape) else { throw .missingKey }
            return .text(key)
        }
    }
#endif

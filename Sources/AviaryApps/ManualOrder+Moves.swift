public import AviaryResults
public import AviaryViews
public import GRDB

extension ManualOrder {
    /// Stores a move that a person made in a collection view. The items of the view must be rowids of the table.
    ///
    ///     func move(_ event: ActionEvent) async throws {
    ///         guard let move = event.move(in: grid) else { return }
    ///         try await undo.write("Move", for: event) { db in try order.move(move, in: db) }
    ///     }
    ///
    /// Call this method within a write transaction. Moved rows that no longer exist are ignored.
    ///
    /// - Parameters:
    ///   - move: The moved items and their target.
    ///   - db: A connection that may write.
    ///   - group: Returns the group of a section, by the section's name. It is needed if the order has groups.
    /// - Throws: `RecordError.recordNotFound` if the row of the target no longer exists, and errors of SQLite.
    /// - Complexity: The complexity of `move(_:_:in:)`.
    public func move(
        _ move: ItemMove<Int64>, in db: Database, group: (_ section: String) -> DatabaseValue = { _ in .null }
    ) throws {
        try self.move(move.items, Target(move.target, group), in: db)
    }

    /// Makes positions for new rows that a person has dropped in a collection view, whose items are rowids of the
    /// table.
    ///
    ///     let made = try order.makePositions(for: lines.count, at: drop.target, in: db)
    ///
    /// - Parameters:
    ///   - count: The number of rows to insert.
    ///   - target: The place at which they were dropped.
    ///   - db: A connection that may write.
    ///   - group: Returns the group of a section, by the section's name. It is needed if the order has groups.
    /// - Returns: The positions for the new rows, and the group that the rows belong to.
    /// - Throws: The errors of `makePositions(for:_:in:)`.
    /// - Complexity: The complexity of `makePositions(for:_:in:)`.
    public func makePositions(
        for count: Int, at target: MoveTarget<Int64>, in db: Database,
        group: (_ section: String) -> DatabaseValue = { _ in .null }
    ) throws -> NewPositions {
        try makePositions(for: count, Target(target, group), in: db)
    }
}

extension ManualOrder.Target {
    fileprivate init(_ target: MoveTarget<Int64>, _ group: (_ section: String) -> DatabaseValue) {
        self =
            switch target {
            case .before(let id): .before(id)
            case .behind(let id): .behind(id)
            case .section(let name): .last(in: group(name))
            }
    }
}

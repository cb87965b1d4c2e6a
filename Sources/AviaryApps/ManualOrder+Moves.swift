public import AviaryResults
public import AviaryViews
public import GRDB

extension ManualOrder {
    /// Stores what a person has moved in a collection view whose identifiers are the table's rowids.
    ///
    ///     func move(_ event: ActionEvent) async throws {
    ///         guard let move = event.move(in: grid) else { return }
    ///         try await undo.write("Move", for: event) { db in try order.move(move, in: db) }
    ///     }
    ///
    /// Call it within a write transaction. Rows that are gone are left out.
    ///
    /// - Parameter group: Returns the group that a section stands for, by the section's name; needed where the order
    ///   has groups.
    /// - Throws: `RecordError.recordNotFound` when the row that the target names is gone, and errors of SQLite.
    /// - Complexity: That of `move(_:_:in:)`.
    public func move(
        _ move: ItemMove<Int64>, in db: Database, group: (_ section: String) -> DatabaseValue = { _ in .null }
    ) throws {
        try self.move(move.items, Target(move.target, group), in: db)
    }

    /// Finds positions for new rows where a person has dropped them in such a collection view.
    ///
    ///     let made = try order.makePositions(for: lines.count, at: drop.target, in: db)
    ///
    /// - Parameters:
    ///   - count: How many rows are to be inserted.
    ///   - group: As of `move(_:in:group:)`.
    /// - Throws: The errors of `makePositions(for:_:in:)`.
    /// - Complexity: That of `makePositions(for:_:in:)`.
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

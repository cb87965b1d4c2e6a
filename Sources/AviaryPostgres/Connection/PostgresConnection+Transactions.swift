extension PostgresConnection {
    /// Runs `body` in a transaction, which is rolled back when `body` throws.
    @discardableResult
    func transaction<T>(_ begin: String = "BEGIN", _ body: () throws -> T) throws -> T {
        let result: T
        do {
            try execute(begin)
            result = try body()
        } catch {
            _ = try? execute("ROLLBACK")
            throw error
        }
        try execute("COMMIT")
        return result
    }

    /// Runs `body` within a transaction. If `body` throws, only the changes of `body` are rolled back.
    @discardableResult
    func savepoint<T>(_ body: () throws -> T) throws -> T {
        try execute("SAVEPOINT aviary")
        let result: T
        do { result = try body() } catch {
            _ = try? execute("ROLLBACK TO SAVEPOINT aviary; RELEASE SAVEPOINT aviary")
            throw error
        }
        try execute("RELEASE SAVEPOINT aviary")
        return result
    }
}

import AviaryResults
import GRDB
import Logging

/// What `thing` is, drawn at random: each kind is followed in a way of its own.
enum DrawnSchema: CaseIterable {
    case history, observed, withoutRowid, view

    /// The table that is edited.
    var edited: String { self == .history || self == .observed ? "thing" : "source" }

    var sql: String {
        let things =
            switch self {
            case .history, .observed: "CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden);"
            case .withoutRowid:
                """
                CREATE TABLE source(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE TABLE thing(id INTEGER PRIMARY KEY, rank, name, shown, hidden) WITHOUT ROWID;
                CREATE TRIGGER came AFTER INSERT ON source BEGIN
                  REPLACE INTO thing VALUES (NEW.id, NEW.rank, NEW.name, NEW.shown, NEW.hidden);
                END;
                CREATE TRIGGER went AFTER DELETE ON source BEGIN DELETE FROM thing WHERE id = OLD.id; END;
                CREATE TRIGGER moved AFTER UPDATE OF id ON source BEGIN
                  UPDATE thing SET id = NEW.id WHERE id = OLD.id;
                END;
                CREATE TRIGGER changed AFTER UPDATE OF rank, name, shown, hidden ON source BEGIN
                  UPDATE thing SET rank = NEW.rank, name = NEW.name, shown = NEW.shown, hidden = NEW.hidden
                  WHERE id = OLD.id;
                END;
                """
            case .view:
                """
                CREATE TABLE source(id INTEGER PRIMARY KEY, rank, name, shown, hidden);
                CREATE VIEW thing AS SELECT id, rank, name, shown, hidden FROM source WHERE hidden IS NOT 3;
                """
            }
        let index = self == .view ? "" : "CREATE INDEX thingRank ON thing(rank);"
        return """
            \(things) \(index)
            CREATE TABLE other(id INTEGER PRIMARY KEY, thing, label);
            CREATE INDEX otherThing ON other(thing);
            """
    }

    func makeStore(logger: Logger = Logger(label: "test")) async throws -> TestStore {
        let test = try TestStore(history: self == .history, schema: sql, logger: logger)
        if self == .history { try await test.store.write { try History.install(on: "other", in: $0) } }
        return test
    }
}

import AviaryServer
import AviaryViews
import Testing

/// The fields of an action as typed values.
struct FieldTests {
    private static let title = Field<String>("title", length: 1...20)
    private static let pages = Field<Int>("pages", in: 1...100, step: 3)
    private static let weight = Field<Double>("weight", in: -1...1, step: 0.1)
    private static let due = Field<CalendarDate?>("due", in: CalendarDate("2026-01-01")!...CalendarDate("2026-12-31")!)

    private func event(_ fields: [String: String]) -> ActionEvent { ActionEvent(fields: fields) }

    private func fault<Value>(of field: Field<Value>, _ text: String?) -> FieldFault? {
        do {
            _ = try event(text.map { [field.name: $0] } ?? [:]).value(of: field)
            return nil
        } catch {
            return (error as? FieldFaults)?[field.name]
        }
    }

    @Test func severalFieldsAreReadAtOnce() throws {
        let fields = ["title": "  A book\n", "pages": "4", "weight": "0.3", "due": ""]
        let (title, pages, weight, due) = try event(fields).values(
            of: Self.title, Self.pages, Self.weight, Self.due)
        #expect(title == "A book")
        #expect(pages == 4)
        #expect(weight == 0.3)
        #expect(due == nil)
    }

    @Test func eachFaultIsFoundAtOnce() throws {
        let event = event(["title": " ", "pages": "5", "weight": "0.25", "due": "2027-01-01"])
        let faults = #expect(throws: FieldFaults.self) {
            _ = try event.values(of: Self.title, Self.pages, Self.weight, Self.due)
        }
        #expect(faults?.fields == ["due", "pages", "title", "weight"])
        #expect(faults?["title"] == .missing)
        #expect(faults?["pages"] == .offStep(step: "3", least: "1"))
        #expect(faults?["weight"] == .offStep(step: "0.1", least: "-1"))
        #expect(faults?["due"] == .tooLarge(most: "2026-12-31"))
        #expect(
            faults?.description
                == "The most is 2026-12-31. Type 1, or more in steps of 3. Fill this in. Type -1, or more in steps of 0.1."
        )
    }

    @Test func limitsAreKept() {
        #expect(fault(of: Self.title, "12345678901234567890") == nil)
        #expect(fault(of: Self.title, "123456789012345678901") == .tooLong(most: 20))
        #expect(fault(of: Self.title, String(repeating: "a", count: 1 << 20)) == .tooLong(most: 20))
        #expect(fault(of: Self.title, "a\u{0}") == .notText)
        #expect(fault(of: Self.title, nil) == .missing)
        #expect(fault(of: Field<String>("title", length: 0...3), nil) == nil)
        #expect(fault(of: Field<String>("title", length: 2...3), "a") == .tooShort(least: 2))
        #expect(fault(of: Self.pages, "0") == .tooSmall(least: "1"))
        #expect(fault(of: Self.pages, "101") == .tooLarge(most: "100"))
        #expect(fault(of: Field<Int>("pages", in: .min ... .max, step: 2), "9223372036854775807") != nil)
        #expect(fault(of: Field<Int>("pages", in: 0...9, step: 0), "5") == nil)
        #expect(fault(of: Field<Double>("weight", in: 0...1), "1.5") == .tooLarge(most: "1"))
        #expect(fault(of: Field<Double>("weight", in: 0...1, step: 0), "0.5") != nil)
        #expect(fault(of: Self.due, "2025-12-31") == .tooSmall(least: "2026-01-01"))
    }

    @Test func anAppChecksMore() throws {
        let name = Field<String>("name").checked { name throws(FieldFault) in
            if name.contains("/") { throw .said("A name has no slash.") }
        }
        #expect(fault(of: name, "a/b")?.description == "A name has no slash.")
        #expect(fault(of: name, "ab") == nil)
        let both = Field<Int>("sum") { fields throws(FieldFault) in
            try Int(fieldText: fields["one"] ?? "") &+ Int(fieldText: fields["other"] ?? "")
        }
        #expect(try event(["one": "1", "other": "2"]).value(of: both) == 3)
    }
}

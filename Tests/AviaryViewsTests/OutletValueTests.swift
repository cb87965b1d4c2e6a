import Foundation
import Testing

@testable import AviaryViews

/// The values that a cell provider may write, and the resulting cell.
@Suite struct OutletValueTests {
    private let cell = Cell(
        template: CellTemplate(
            "BookCell",
            outlets: [
                .init("title"), .init("rating", .number), .init("isRead", .flag), .init("cover", .color),
                .init("added", .date),
            ]))

    @Test func numbersOfSwiftAreNumbers() {
        let (pages, share): (Int?, Double) = (412, 0.5)
        cell["rating"] = pages
        #expect(cell.values[1] == .number(412))
        cell["rating"] = share
        #expect(cell.values[1] == .number(0.5))
        cell["rating"] = 3
        #expect(cell.values[1] == .number(3))
        #expect(cell["rating"] == 3)
        #expect(cell.mistake == nil)
    }

    @Test func aDateIsADate() {
        let moment = Date(timeIntervalSince1970: 1_000)
        cell["added"] = moment
        #expect(cell.values[4] == .date(moment))
        let (date, text): (Date?, String?) = (cell["added"], cell["added"])
        #expect(date == moment)
        #expect(text == nil)
        let never: Date? = nil
        cell["added"] = never
        #expect(cell.values[4] == nil)
        #expect(cell.mistake == nil)
        cell["title"] = moment
        #expect(cell.mistake == "The outlet title of the template BookCell takes a text, not a date.")
    }

    @Test func nothingNeedsNoType() {
        cell["title"] = "Emma"
        cell["isRead"] = true
        cell["cover"] = DisplayColor(red: 1, green: 2, blue: 3)
        for outlet in ["title", "rating", "isRead", "cover"] { cell[outlet] = nil }
        #expect(cell.values == [nil, nil, nil, nil, nil])
        #expect(cell.mistake == nil)
    }

    @Test func aValueIsReadAsTheTypeThatHoldsIt() {
        cell["rating"] = 2.5
        let (whole, number, text): (Int?, Double?, String?) = (cell["rating"], cell["rating"], cell["rating"])
        #expect(whole == nil)
        #expect(number == 2.5)
        #expect(text == nil)
        for value in [Double.infinity, -.infinity, .nan, 1e300] {
            cell["rating"] = value
            let whole: Int? = cell["rating"]
            #expect(whole == nil)
        }
    }

    @Test func anotherKindIsAMistakeWithoutAValueToo() {
        let title: String? = nil
        cell["rating"] = title
        #expect(cell.mistake == "The outlet rating of the template BookCell takes a number, not a text.")
    }
}

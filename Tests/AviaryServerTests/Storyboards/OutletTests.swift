import AviaryText
import AviaryViews
import Foundation
import Testing

@testable import AviaryServer

/// The first paint of outlets. The cases are in `Tests/Golden/outlets/outlets.json`, and the client must give the same
/// results.
struct OutletTests {
    struct Golden: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var markup: String
        var values: [String: Value]
        var shows: Shows
        var testDescription: String { name }
    }

    /// The final state of an element; only the given parts are compared.
    struct Shows: Decodable, Equatable, Sendable {
        var text: String?
        var attributes: [String: String?]?
        var style: [String: String]?
        var value: String?
        var checked: Bool?
    }

    enum Value: Decodable, Sendable {
        case flag(Bool)
        case number(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func cellValue(of kind: OutletKind) -> CellValue? {
            switch (self, kind) {
            case (.flag(let flag), _): .flag(flag)
            case (.number(let milliseconds), .date): .date(Date(timeIntervalSince1970: milliseconds / 1_000))
            case (.number(let number), _): .number(number)
            case (.text(let text), .color):
                UInt32(text.dropFirst(), radix: 16).map { hex in
                    .color(DisplayColor(red: UInt8(hex >> 16), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255)))
                }
            case (.text(let text), .url): .url(text)
            case (.text(let text), _): .text(text)
            }
        }
    }

    static let golden: [Golden] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Golden/outlets/outlets.json").standardized
        return (try? JSONDecoder().decode([Golden].self, from: Data(contentsOf: file))) ?? []
    }()

    @Test func thereAreCases() { #expect(Self.golden.count > 50) }

    @Test(arguments: golden) func theFirstPaintIsAsTheGoldenFileHasIt(golden: Golden) throws {
        let content = try StoryboardTests.board(golden.markup).content()
        var values: [String: CellValue] = [:]
        for (name, value) in golden.values {
            values[name] = value.cellValue(of: try #require(content.outlets[name]).kind)
        }
        let (body, sheet) = PageRenderer.render(["": .init(content: content, values: values)], collections: [:])
        guard case .element(let element)? = try MarkupParser.parse(Array(body.utf8)).first else {
            Issue.record("nothing was painted")
            return
        }
        #expect(element.shown(asking: golden.shows, sheet: sheet) == golden.shows)
    }

    /// The text for browsers without a script. Other browsers replace it before it is seen.
    @Test(arguments: [("", "2026-11-22"), ("(time)", "13:05 UTC"), ("(datetime)", "2026-11-22 13:05 UTC")])
    func aDateIsPaintedInUTC(target: String, text: String) throws {
        let content = try StoryboardTests.board("<time data-outlet=\"x:date\(target)\"></time>").content()
        #expect(content.hasDates)
        let values = ["x": CellValue.date(Date(timeIntervalSince1970: 1_795_352_712.345))]
        let (body, _) = PageRenderer.render(["": .init(content: content, values: values)], collections: [:])
        #expect(
            body.hasPrefix("<time data-outlet=\"x:date\(target)\" datetime=\"2026-11-22T13:05:12.345Z\">\(text)</time>")
        )
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoDateIsNotSent(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(JSON.value(.date(date)) == .null)
        #expect(ShownDate(date) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoNumberIsNotShown(number: Double) throws {
        let markup = "<input value=\"1\" data-outlet=\"x:number x:number(value)\">"
        let content = try StoryboardTests.board(markup).content()
        let (body, _) = PageRenderer.render(
            ["": .init(content: content, values: ["x": .number(number)])], collections: [:])
        #expect(body == markup)
    }
}

extension MarkupElement {
    /// The state that a browser would show, limited to the parts that a case compares.
    fileprivate func shown(asking shows: OutletTests.Shows, sheet: String) -> OutletTests.Shows {
        var shown = OutletTests.Shows()
        if shows.text != nil { shown.text = children.plainText }
        if let attributes = shows.attributes {
            shown.attributes = Dictionary(
                uniqueKeysWithValues: attributes.keys.map { ($0, self[$0]?.withoutEscapes) })
        }
        if let style = shows.style {
            let rule = sheet.split(separator: "{").last?.split(separator: "}").first ?? ""
            let declarations = rule.split(separator: ";").map { $0.split(separator: ":").map(String.init) }
            let all = Dictionary(uniqueKeysWithValues: declarations.map { ($0[0], $0[1]) })
            shown.style = all.filter { style[$0.key] != nil }
        }
        if shows.value != nil { shown.value = controlValue }
        if shows.checked != nil { shown.checked = self["checked"] != nil }
        return shown
    }

    private var controlValue: String? {
        switch name {
        case "textarea": children.plainText
        case "select":
            children.compactMap { child -> String? in
                guard case .element(let option) = child, option["selected"] != nil else { return nil }
                return option["value"]?.withoutEscapes ?? option.children.plainText
            }.last
        default: self["value"]?.withoutEscapes
        }
    }
}

extension [Markup] {
    fileprivate var plainText: String {
        map { if case .text(let text) = $0 { text.withoutEscapes } else { "" } }.joined()
    }
}

extension String {
    fileprivate var withoutEscapes: String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(self) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

import AviaryServer
import AviaryText
import AviaryViews

// How the parts of a browser's messages are written. Each function has the name of a `codec` of `Wire/messages.toml`.

extension JSON {
    static func tab(_ name: String) -> JSON { .string(name) }

    static func call(_ number: CallNumber) -> JSON {
        number.receipt.map { .array([.integer(number.value), .string($0)]) } ?? .integer(number.value)
    }

    static func fields(_ fields: [String: String]) -> JSON { .object(fields.mapValues(JSON.string)) }

    static func scrollPositions(_ positions: [String: ScrollPosition]) -> JSON {
        .object(
            positions.mapValues { position in
                let anchor = position.anchor.map { [JSON.string($0.item), .number($0.offset)] } ?? []
                return .array(numbers(of: position.rect) + (position.isAtEnd ? [.flag(true)] : anchor))
            })
    }

    static func rangeEnd(_ end: RangeEnd) -> JSON {
        switch end {
        case .item(let item): .string(item)
        case .position(let position): .integer(position)
        }
    }

    static func rect(_ rect: ContentRect) -> JSON { .array(numbers(of: rect)) }

    static func heights(_ heights: [Double]) -> JSON { .array(heights.map(JSON.number)) }

    static func cellHeights(_ heights: [String: Double]) -> JSON { .object(heights.mapValues(JSON.number)) }

    static func shownSheets(_ sheets: [ShownSheet]) -> JSON {
        .array(
            sheets.map { sheet in
                guard let address = sheet.address, let version = sheet.version else { return .string(sheet.name) }
                return .array([.string(sheet.name), .address(address), .string(version)])
            })
    }

    private static func numbers(of rect: ContentRect) -> [JSON] {
        [rect.x, rect.y, rect.width, rect.height].map(JSON.number)
    }
}

extension BrowserMessage {
    /// The message as a packet of its own, as a client sends it.
    package var packet: String { JSON.array([json]).text }
}

package import AviaryText
import AviaryViews

/// The reason why a packet was not understood, as a phrase for the browser's log.
package struct MessageRefusal: Error, Hashable {
    package var reason: String
}

/// The parts of a message behind its name. The content comes from outside, so each part is checked when it is read.
///
/// Each function that reads a part has the name of a `codec` of `Wire/messages.toml`. All of them together take O(*n*)
/// for *n* bytes.
package struct MessageParts {
    package let name: String
    private let parts: [JSON]

    private init(_ json: JSON) throws(MessageRefusal) {
        guard case .array(let parts) = json, case .string(let name)? = parts.first else {
            throw MessageRefusal(reason: "a message is not an array that begins with its name")
        }
        self.name = name
        self.parts = Array(parts.dropFirst())
    }

    /// Splits a packet into messages.
    ///
    /// - Parameters:
    ///   - maximumValues: The most values, including those in arrays and objects.
    ///   - maximumMessages: The most messages.
    package static func of(
        _ packet: String, maximumValues: Int = .max, maximumMessages: Int = .max
    ) throws(MessageRefusal) -> [MessageParts] {
        let json: JSON
        do { json = try JSONReader.read(packet, maximumDepth: WireLimit.depth, maximumValues: maximumValues) } catch {
            switch error {
            case .malformed: throw MessageRefusal(reason: "the packet is not JSON")
            case .tooDeep: throw MessageRefusal(reason: "the packet is nested deeper than \(WireLimit.depth)")
            case .tooManyValues: throw MessageRefusal(reason: "the packet has more than \(maximumValues) values")
            }
        }
        guard case .array(let messages) = json else {
            throw MessageRefusal(reason: "the packet is not an array of messages")
        }
        guard messages.count <= maximumMessages else {
            throw MessageRefusal(reason: "the packet has more than \(maximumMessages) messages")
        }
        return try messages.map { message throws(MessageRefusal) in try MessageParts(message) }
    }

    /// The error for a name that no message has.
    package var unknown: MessageRefusal { MessageRefusal(reason: "there is no message \(name.prefix(40))") }

    /// Whether there is a part at an index that is not `null`.
    package func has(_ index: Int) -> Bool { index < parts.count && parts[index] != .null }

    /// Refuses the message if it has too few or too many parts.
    package func require(_ least: Int, most: Int = .max) throws(MessageRefusal) {
        guard (least...most).contains(parts.count) else {
            throw MessageRefusal(reason: "\(name) has \(parts.count) parts, not \(least)")
        }
    }

    // MARK: Parts of any message

    package func json(_ index: Int) -> JSON { parts[index] }

    package func rest(from index: Int) -> [JSON] { Array(parts[index...]) }

    package func string(_ index: Int) throws(MessageRefusal) -> String {
        guard case .string(let string) = parts[index] else { throw wrong(index, "a string") }
        return string
    }

    package func flag(_ index: Int) throws(MessageRefusal) -> Bool {
        guard case .flag(let flag) = parts[index] else { throw wrong(index, "true or false") }
        return flag
    }

    package func number(_ index: Int) throws(MessageRefusal) -> Double {
        guard case .number(let number) = parts[index] else { throw wrong(index, "a number") }
        return number
    }

    /// A whole number, for instance the number of an action.
    package func integer(_ index: Int) throws(MessageRefusal) -> Int {
        guard let integer = Int(wire: parts[index]) else { throw wrong(index, "a whole number from 0 to 2⁵³ − 1") }
        return integer
    }

    /// - Parameter choices: All choices, as a phrase.
    package func choice<Value: RawRepresentable<String>>(
        _ index: Int, _ choices: String
    ) throws(MessageRefusal) -> Value {
        guard let choice = Value(rawValue: try string(index)) else { throw wrong(index, choices) }
        return choice
    }

    // MARK: Parts of a browser's messages

    func address(_ index: Int) throws(MessageRefusal) -> Address {
        guard let address = Address(try string(index)) else { throw wrong(index, "an address") }
        return address
    }

    /// The name of a tab.
    ///
    /// Receipts are stored as the name, `/` and a number. Because a name has no `/`, no two tabs have the same receipt.
    /// SQLite compares text only up to a NUL, which a name cannot contain.
    func tab(_ index: Int) throws(MessageRefusal) -> String {
        let name = try string(index)
        guard CallNumber.isTab(name) else { throw wrong(index, "the name of a tab") }
        return name
    }

    func call(_ index: Int) throws(MessageRefusal) -> CallNumber {
        guard case .array(let pair) = parts[index] else { return CallNumber(try integer(index)) }
        guard pair.count == 2, case .string(let receipt) = pair[1], CallNumber.isReceipt(receipt) else {
            throw wrong(index, "a number and a receipt")
        }
        guard let number = Int(wire: pair[0]) else { throw wrong(index, "a whole number from 0 to 2⁵³ − 1") }
        return CallNumber(number, receipt: receipt)
    }

    func rangeEnd(_ index: Int) throws(MessageRefusal) -> RangeEnd {
        guard let end = RangeEnd(parts[index]) else { throw wrong(index, "an identifier or a position") }
        return end
    }

    func rect(_ index: Int) throws(MessageRefusal) -> ContentRect {
        guard let rect = ContentRect(parts[index]) else { throw wrong(index, "a rect of four numbers") }
        return rect
    }

    func fields(_ index: Int) throws(MessageRefusal) -> [String: String] {
        try members(index, "an object of strings") { if case .string(let string) = $0 { string } else { nil } }
    }

    func scrollPositions(_ index: Int) throws(MessageRefusal) -> [String: ScrollPosition] {
        try members(index, "an object of scroll positions", ScrollPosition.init)
    }

    func identifiers(_ index: Int) throws(MessageRefusal) -> [String] {
        try elements(index, "a list of identifiers") { if case .string(let string) = $0 { string } else { nil } }
    }

    /// The sheets: each is a name, or a name with an address and a version.
    func shownSheets(_ index: Int) throws(MessageRefusal) -> [ShownSheet] {
        try elements(index, "a list of sheets", ShownSheet.init)
    }

    /// The heights in points, from the top of the content.
    func heights(_ index: Int) throws(MessageRefusal) -> [Double] {
        try elements(index, "a list of \(WireLimit.heights) heights at most", most: WireLimit.heights) {
            Double(wire: $0)
        }
    }

    /// The heights of cells in whole points, by the identifiers of their items.
    func cellHeights(_ index: Int) throws(MessageRefusal) -> [String: Double] {
        let what = "an object of \(WireLimit.cellHeights) heights at most"
        let heights = try members(index, what) { json -> Double? in
            guard let height = Int(wire: json), (1...20_000).contains(height) else { return nil }
            return Double(height)
        }
        guard heights.count <= WireLimit.cellHeights else { throw wrong(index, what) }
        return heights
    }

    private func elements<Element>(
        _ index: Int, _ what: String, most: Int = .max, _ read: (JSON) -> Element?
    ) throws(MessageRefusal) -> [Element] {
        guard case .array(let elements) = parts[index], elements.count <= most else { throw wrong(index, what) }
        return try elements.map { element throws(MessageRefusal) in
            guard let element = read(element) else { throw wrong(index, what) }
            return element
        }
    }

    private func members<Member>(
        _ index: Int, _ what: String, _ read: (JSON) -> Member?
    ) throws(MessageRefusal) -> [String: Member] {
        guard case .object(let members) = parts[index] else { throw wrong(index, what) }
        var values: [String: Member] = [:]
        for (name, member) in members {
            guard let value = read(member) else { throw wrong(index, what) }
            values[name] = value
        }
        return values
    }

    private func wrong(_ index: Int, _ what: String) -> MessageRefusal {
        MessageRefusal(reason: "part \(index + 1) of \(name) is not \(what)")
    }
}

extension BrowserMessage {
    /// Reads a packet from outside. The client sends one message in each packet. A form with a hundred fields has some
    /// hundred values.
    package static func read(_ packet: String) throws(MessageRefusal) -> [BrowserMessage] {
        try MessageParts.of(packet, maximumValues: WireLimit.values, maximumMessages: WireLimit.messages)
            .map { parts throws(MessageRefusal) in try BrowserMessage(parts) }
    }
}

/// The largest whole number that is exact in the browser: 2⁵³ − 1.
private let maximumNumber = 9_007_199_254_740_991

extension Int {
    fileprivate init?(wire json: JSON) {
        guard case .number(let number) = json, let integer = Int(exactly: number), (0...maximumNumber).contains(integer)
        else { return nil }
        self = integer
    }
}

extension Double {
    /// A number with which frames can be computed.
    fileprivate init?(wire json: JSON) {
        guard case .number(let number) = json, number.magnitude <= Double(maximumNumber) else { return nil }
        self = number
    }
}

extension RangeEnd {
    /// An identifier or a position; `nil` for any other value.
    init?(_ json: JSON) {
        if case .string(let item) = json {
            self = .item(item)
        } else if let position = Int(wire: json) {
            self = .position(position)
        } else {
            return nil
        }
    }
}

extension ContentRect {
    fileprivate init?(_ json: JSON) {
        guard case .array(let parts) = json else { return nil }
        self.init(parts[...])
    }

    fileprivate init?(_ parts: ArraySlice<JSON>) {
        let numbers = parts.compactMap { Double(wire: $0) }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension ScrollPosition {
    /// A rect, optionally followed by an item's identifier and the distance of the item below the rect's top, or by
    /// `true` at the end of a list that stays there.
    fileprivate init?(_ json: JSON) {
        guard case .array(let parts) = json, let rect = ContentRect(parts.prefix(4)) else { return nil }
        self.init(rect)
        guard parts.count > 4 else { return }
        if parts.count == 5, case .flag(true) = parts[4] {
            isAtEnd = true
            return
        }
        guard parts.count == 6, case .string(let item) = parts[4], let offset = Double(wire: parts[5]) else {
            return nil
        }
        anchor = Anchor(item: item, offset: offset)
    }
}

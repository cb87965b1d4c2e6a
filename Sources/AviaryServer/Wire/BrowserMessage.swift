import AviaryViews

/// A message from a browser tab to its scene. `docs/WIRE.md` describes the format. The content cannot be trusted.
enum BrowserMessage: Hashable, Sendable {
    case hello(Hello)
    case ping
    /// The packet with this number is displayed.
    case displayed(Int)
    case scroll(collection: String, ContentRect, isAtRest: Bool = false)
    case tap(collection: String, item: String, number: Int? = nil)
    case range(collection: String, from: RangeEnd, to: RangeEnd, isOn: Bool, number: Int? = nil)
    case selectAll(collection: String, isOn: Bool, number: Int? = nil)
    case band(collection: String, ContentRect, BandStep, number: Int? = nil)
    case find(number: Int, collection: String, text: String, from: Int)
    case lift(collection: String, item: String)
    case labels(collection: String, heights: [Double])
    case edit(collection: String, items: [String])
    case menu(number: Int, collection: String, item: String?)
    case copied(number: Int, isDone: Bool)
    /// The person wants to stop the action with this number.
    case stop(Int)
    /// - Parameter answer: The number of the choice, if one was made.
    case dismissed(sheet: String, answer: Int?, number: Int)
    case sheets([ShownSheet])
    case press(number: Int, collection: String, item: String?, shortcut: String, fields: [String: String])
    case move(number: Int, collection: String, MoveRequest)
    case drop(number: Int, collection: String, DropRequest)
    /// - Parameters:
    ///   - menu: The collection in whose menu the action was chosen. If there is one, `item` is the item for which the
    ///     menu was opened, or `nil` for the background.
    ///   - section: The section of the header that has called the action.
    ///   - uploads: The uploaded files that the action receives.
    ///   - receipt: The receipt with which the previous page has called the action. That call got no answer, but may
    ///     have been performed. `nil` for a new call.
    case action(
        number: Int, name: String, fields: [String: String], item: String?, menu: String? = nil, section: String? = nil,
        uploads: [String] = [], receipt: String? = nil)

    /// The reason why a packet was not understood, as a phrase for the browser's log.
    struct Refusal: Error, Hashable {
        var reason: String
    }

    /// Parses a packet.
    static func read(_ packet: String) throws(Refusal) -> [BrowserMessage] {
        let json: JSON
        do { json = try JSONReader.read(packet, maximumValues: maximumValues) } catch {
            switch error {
            case .malformed: throw Refusal(reason: "the packet is not JSON")
            case .tooDeep: throw Refusal(reason: "the packet is nested deeper than \(JSONReader.maximumDepth)")
            case .tooManyValues: throw Refusal(reason: "the packet has more than \(maximumValues) values")
            }
        }
        guard case .array(let messages) = json else { throw Refusal(reason: "the packet is not an array of messages") }
        guard messages.count <= maximumMessages else {
            throw Refusal(reason: "the packet has more than \(maximumMessages) messages")
        }
        var read: [BrowserMessage] = []
        for message in messages { read.append(try BrowserMessage(Parts(message))) }
        return read
    }

    private init(_ message: Parts) throws(Refusal) {
        switch message.name {
        case "hello":
            let hasName = message.count != 2
            if hasName, !(5...7).contains(message.count) { try message.require(count: 4) }
            self = .hello(
                Hello(
                    address: try message.address(0), scrollPositions: try message.scrollPositions(1),
                    tab: hasName ? try message.tab(2) : nil, keepsake: hasName ? try message.string(3) : "",
                    predecessor: message.count > 4 ? try message.optionalTab(4) : nil,
                    version: message.count > 5 ? try message.optionalString(5) : nil,
                    asked: message.count > 6 ? try message.integer(6) : nil))
        case "ping":
            try message.require(count: 0)
            self = .ping
        case "displayed":
            try message.require(count: 1)
            self = .displayed(try message.integer(0))
        case "scroll":
            if message.count != 3 { try message.require(count: 2) }
            self = .scroll(
                collection: try message.string(0), try message.rect(1),
                isAtRest: message.count > 2 ? try message.flag(2) : false)
        case "tap":
            try message.require(count: 2, orNumbered: true)
            self = .tap(
                collection: try message.string(0), item: try message.string(1), number: try message.number(behind: 2))
        case "range":
            try message.require(count: 4, orNumbered: true)
            self = .range(
                collection: try message.string(0), from: try message.rangeEnd(1), to: try message.rangeEnd(2),
                isOn: try message.flag(3), number: try message.number(behind: 4))
        case "selectAll":
            try message.require(count: 2, orNumbered: true)
            self = .selectAll(
                collection: try message.string(0), isOn: try message.flag(1), number: try message.number(behind: 2))
        case "band":
            try message.require(count: 3, orNumbered: true)
            self = .band(
                collection: try message.string(0), try message.rect(1), try message.bandStep(2),
                number: try message.number(behind: 3))
        case "find":
            try message.require(count: 4)
            self = .find(
                number: try message.integer(0), collection: try message.string(1), text: try message.string(2),
                from: try message.integer(3))
        case "lift":
            try message.require(count: 2)
            self = .lift(collection: try message.string(0), item: try message.string(1))
        case "labels":
            try message.require(count: 2)
            self = .labels(collection: try message.string(0), heights: try message.heights(1))
        case "edit":
            try message.require(count: 2)
            self = .edit(collection: try message.string(0), items: try message.identifiers(1))
        case "do":
            if !(5...7).contains(message.count) { try message.require(count: 4) }
            let (number, receipt) = try message.receipt(0)
            self = .action(
                number: number, name: try message.string(1), fields: try message.strings(2),
                item: try message.optionalString(3), menu: message.count > 4 ? try message.optionalString(4) : nil,
                section: message.count > 5 ? try message.optionalString(5) : nil,
                uploads: message.count > 6 ? try message.identifiers(6) : [], receipt: receipt)
        case "menu":
            try message.require(count: 3)
            self = .menu(
                number: try message.integer(0), collection: try message.string(1), item: try message.optionalString(2))
        case "copied":
            try message.require(count: 2)
            self = .copied(number: try message.integer(0), isDone: try message.flag(1))
        case "stop":
            try message.require(count: 1)
            self = .stop(try message.integer(0))
        case "dismissed":
            try message.require(count: 3)
            self = .dismissed(
                sheet: try message.string(0), answer: try message.optionalInteger(1), number: try message.integer(2))
        case "sheets":
            try message.require(count: 1)
            self = .sheets(try message.shownSheets(0))
        case "press":
            try message.require(count: 5)
            self = .press(
                number: try message.integer(0), collection: try message.string(1), item: try message.optionalString(2),
                shortcut: try message.string(3), fields: try message.strings(4))
        case "move":
            try message.require(count: 5)
            self = .move(
                number: try message.integer(0), collection: try message.string(1),
                MoveRequest(item: try message.string(2), side: try message.side(3), end: try message.rangeEnd(4)))
        case "drop":
            try message.require(count: 8)
            let content = DroppedContent(
                text: try message.string(4), items: try message.identifiers(5), page: try message.string(6),
                collection: try message.string(7))
            self = .drop(
                number: try message.integer(0), collection: try message.string(1),
                DropRequest(content, side: try message.side(2), end: try message.rangeEnd(3)))
        default: throw Refusal(reason: "there is no message \(message.name.prefix(40))")
        }
    }
}

/// The most messages and the most values in one packet. The client sends one message in each packet. A form with a
/// hundred fields has some hundred values.
private let maximumMessages = 64
private let maximumValues = 2_048
/// The most labels in one message: as many as fit on a screen.
private let maximumHeights = 64
/// The largest whole number that is exact in the browser: 2⁵³ − 1.
private let maximumNumber = 9_007_199_254_740_991

/// The parts of a message after its name. Each part is read as the type that it must have.
private struct Parts {
    let name: String
    private let parts: [JSON]

    init(_ json: JSON) throws(BrowserMessage.Refusal) {
        guard case .array(let parts) = json, case .string(let name)? = parts.first else {
            throw .init(reason: "a message is not an array that begins with its name")
        }
        self.name = name
        self.parts = Array(parts.dropFirst())
    }

    var count: Int { parts.count }

    /// The number that may follow all other parts.
    func number(behind count: Int) throws(BrowserMessage.Refusal) -> Int? {
        parts.count > count ? try integer(count) : nil
    }

    func require(count: Int, orNumbered: Bool = false) throws(BrowserMessage.Refusal) {
        guard parts.count == count || orNumbered && parts.count == count + 1 else {
            throw .init(reason: "\(name) has \(parts.count) parts, not \(count)")
        }
    }

    func optionalString(_ index: Int) throws(BrowserMessage.Refusal) -> String? {
        parts[index] == .null ? nil : try string(index)
    }

    func string(_ index: Int) throws(BrowserMessage.Refusal) -> String {
        guard case .string(let string) = parts[index] else { throw wrong(index, "a string") }
        return string
    }

    func address(_ index: Int) throws(BrowserMessage.Refusal) -> Address {
        guard let address = Address(try string(index)) else { throw wrong(index, "an address") }
        return address
    }

    /// The name of a tab: 1 to 64 ASCII letters, digits, `-` and `_`.
    ///
    /// Receipts are stored as the name, `/` and a number. Because a name has no `/`, no two tabs have the same receipt.
    /// SQLite compares text only up to a NUL, which a name cannot contain.
    func tab(_ index: Int) throws(BrowserMessage.Refusal) -> String {
        let name = try string(index)
        guard Self.isTab(name) else { throw wrong(index, "the name of a tab") }
        return name
    }

    func optionalTab(_ index: Int) throws(BrowserMessage.Refusal) -> String? {
        parts[index] == .null ? nil : try tab(index)
    }

    private static func isTab(_ name: some StringProtocol) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && (1...64).contains(name.utf8.count)
    }

    /// The number of an action, or an array with the number and the receipt that the previous page used for the same
    /// action.
    func receipt(_ index: Int) throws(BrowserMessage.Refusal) -> (number: Int, receipt: String?) {
        guard case .array(let pair) = parts[index] else { return (try integer(index), nil) }
        if pair.count == 2, case .string(let receipt) = pair[1] {
            let parts = receipt.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, Self.isTab(parts[0]), let count = Int(parts[1]), String(count) == parts[1], count >= 0
            {
                return (try integer(pair[0], index), receipt)
            }
        }
        throw wrong(index, "a number and a receipt")
    }

    /// A whole number, for instance the number of an action.
    func integer(_ index: Int) throws(BrowserMessage.Refusal) -> Int { try integer(parts[index], index) }

    private func integer(_ json: JSON, _ index: Int) throws(BrowserMessage.Refusal) -> Int {
        guard case .number(let number) = json, let integer = Int(exactly: number),
            (0...maximumNumber).contains(integer)
        else { throw wrong(index, "a whole number from 0 to 2⁵³ − 1") }
        return integer
    }

    func optionalInteger(_ index: Int) throws(BrowserMessage.Refusal) -> Int? {
        parts[index] == .null ? nil : try integer(index)
    }

    func flag(_ index: Int) throws(BrowserMessage.Refusal) -> Bool {
        guard case .flag(let flag) = parts[index] else { throw wrong(index, "true or false") }
        return flag
    }

    func side(_ index: Int) throws(BrowserMessage.Refusal) -> MoveRequest.Side {
        guard let side = MoveRequest.Side(rawValue: try string(index)) else {
            throw wrong(index, "before, behind or section")
        }
        return side
    }

    func bandStep(_ index: Int) throws(BrowserMessage.Refusal) -> BandStep {
        guard let step = BandStep(rawValue: try string(index)) else { throw wrong(index, "new, add, on or drop") }
        return step
    }

    func rangeEnd(_ index: Int) throws(BrowserMessage.Refusal) -> RangeEnd {
        guard let end = RangeEnd(parts[index]) else { throw wrong(index, "an identifier or a position") }
        return end
    }

    func strings(_ index: Int) throws(BrowserMessage.Refusal) -> [String: String] {
        guard case .object(let members) = parts[index] else { throw wrong(index, "an object of strings") }
        var strings: [String: String] = [:]
        for (key, value) in members {
            guard case .string(let string) = value else { throw wrong(index, "an object of strings") }
            strings[key] = string
        }
        return strings
    }

    func identifiers(_ index: Int) throws(BrowserMessage.Refusal) -> [String] {
        guard case .array(let members) = parts[index] else { throw wrong(index, "a list of identifiers") }
        var identifiers: [String] = []
        for member in members {
            guard case .string(let identifier) = member else { throw wrong(index, "a list of identifiers") }
            identifiers.append(identifier)
        }
        return identifiers
    }

    /// The sheets: each is a name, or a name with an address and a version.
    func shownSheets(_ index: Int) throws(BrowserMessage.Refusal) -> [ShownSheet] {
        guard case .array(let members) = parts[index] else { throw wrong(index, "a list of sheets") }
        return try members.map { member throws(BrowserMessage.Refusal) in
            guard let sheet = ShownSheet(member) else { throw wrong(index, "a list of sheets") }
            return sheet
        }
    }

    /// The heights in points, from the top of the content.
    func heights(_ index: Int) throws(BrowserMessage.Refusal) -> [Double] {
        guard case .array(let members) = parts[index], members.count <= maximumHeights else {
            throw wrong(index, "a list of \(maximumHeights) heights at most")
        }
        return try members.map { member throws(BrowserMessage.Refusal) in
            guard case .number(let number) = member, number.magnitude <= Double(maximumNumber) else {
                throw wrong(index, "a list of \(maximumHeights) heights at most")
            }
            return number
        }
    }

    func rect(_ index: Int) throws(BrowserMessage.Refusal) -> ContentRect {
        guard let rect = ContentRect(parts[index]) else { throw wrong(index, "a rect of four numbers") }
        return rect
    }

    func scrollPositions(_ index: Int) throws(BrowserMessage.Refusal) -> [String: ScrollPosition] {
        guard case .object(let members) = parts[index] else { throw wrong(index, "an object of scroll positions") }
        var scrollPositions: [String: ScrollPosition] = [:]
        for (key, value) in members {
            guard let read = ScrollPosition(value) else { throw wrong(index, "an object of scroll positions") }
            scrollPositions[key] = read
        }
        return scrollPositions
    }

    private func wrong(_ index: Int, _ what: String) -> BrowserMessage.Refusal {
        .init(reason: "part \(index + 1) of \(name) is not \(what)")
    }
}

extension RangeEnd {
    /// An identifier or a position; `nil` for any other value.
    init?(_ json: JSON) {
        switch json {
        case .string(let item): self = .item(item)
        case .number(let number):
            guard let position = Int(exactly: number), (0...maximumNumber).contains(position) else { return nil }
            self = .position(position)
        default: return nil
        }
    }
}

extension ContentRect {
    fileprivate init?(_ json: JSON) {
        guard case .array(let parts) = json else { return nil }
        self.init(parts[...])
    }

    fileprivate init?(_ parts: ArraySlice<JSON>) {
        let numbers = parts.compactMap { part in
            if case .number(let number) = part, number.magnitude <= Double(maximumNumber) { number } else { nil }
        }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension ScrollPosition {
    /// A rect, optionally followed by an item's identifier and the distance of the item below the rect's top.
    fileprivate init?(_ json: JSON) {
        guard case .array(let parts) = json, let rect = ContentRect(parts.prefix(4)) else { return nil }
        self.init(rect)
        guard parts.count > 4 else { return }
        guard parts.count == 6, case .string(let item) = parts[4], case .number(let offset) = parts[5],
            offset.magnitude <= Double(maximumNumber)
        else { return nil }
        anchor = Anchor(item: item, offset: offset)
    }
}

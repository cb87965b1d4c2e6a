import AviarySnapshots
import AviaryViews

/// What work costs. It is counted, not timed.
struct Price: Comparable, Sendable {
    /// One unit is about the cost of a cell, some 10 µs.
    var units: Double

    /// The highest price of work that is done at once.
    static let ordinary = Price(units: 200)
    /// The price of work that may be large. Its size is known only when it is done.
    static let unknown = Price(units: .infinity)

    static func < (one: Self, other: Self) -> Bool { one.units < other.units }
    static func + (one: Self, other: Self) -> Self { Price(units: one.units + other.units) }
    static func - (one: Self, other: Self) -> Self { Price(units: one.units - other.units) }

    /// Reading a packet.
    static func packet(bytes: Int) -> Price { Price(units: 2 + Double(bytes) / 256) }
    /// Handling messages, apart from the cells and selections that they change.
    static func messages(_ count: Int) -> Price { Price(units: 5 * Double(count)) }
    /// Selecting, deselecting or moving items.
    static func items(_ count: Int) -> Price { Price(units: Double(count) / 100) }

    /// An action. Its fields and its selection are two measures of the rows that it may write. A form has at most 512
    /// bytes in its fields, except with long text such as a hundred pasted lines. So much text costs the same as 1,000
    /// rows.
    static func action(textBytes: Int, selected: Int) -> Price {
        max(.rows(selected), Price(units: ordinary.units * Double(textBytes) / 512))
    }

    /// Writing rows. 1,000 rows take less time than a person notices.
    static func rows(_ count: Int) -> Price { Price(units: ordinary.units * Double(count) / 1_000) }

    /// A tab's first packet. A selection that a tab restores may have a million items. The messages after `hello` are
    /// about collections that are not loaded yet.
    init(_ hello: BrowserMessage.HelloMessage, with messages: [BrowserMessage]) {
        let isUnknown = !messages.isEmpty || hello.keepsake?.contains("[") == true
        self = isUnknown ? .unknown : hello.scrollPositions.values.map { Price($0.rect) }.max() ?? Price(units: 0)
    }

    /// A packet of messages, by the most expensive of them and by their number. Must be called before any message is
    /// handled.
    init(_ messages: [BrowserMessage], for collections: [String: any ScreenCollection]) {
        let number = Price(units: Price.ordinary.units * Double(messages.count) / Double(ordinaryMessages))
        self = messages.reduce(number) { max($0, Price($1, for: collections)) }
    }

    private init(_ message: BrowserMessage, for collections: [String: any ScreenCollection]) {
        func count(in name: String, _ count: (any ScreenCollection) -> Int) -> Int { collections[name].map(count) ?? 0 }
        self =
            switch message {
            case .scroll(let scroll): Price(scroll.rect)
            case .range(let range):
                .items(count(in: range.collection) { $0.workOfRange(from: range.from, to: range.to, isOn: range.isOn) })
            case .band(let band): .items(count(in: band.collection) { $0.workOfBand(in: band.rect) })
            case .lift(let lift): .items(count(in: lift.collection, \.selectionCount))
            case .selectAll(let selection): .items(count(in: selection.collection) { $0.snapshot.numberOfItems })
            // Any of the items may come into view or leave it.
            case .expand(let expand):
                .items(
                    count(in: expand.collection) { view in
                        (view.snapshot as? any OutlineSnapshot)?.numberOfRows ?? view.snapshot.numberOfItems
                    })
            case .move(let move): .items(count(in: move.collection, \.selectionCount))
            case .drop(let drop): .items(count(in: drop.origin, \.selectionCount))
            // Reading the text of so many items takes some milliseconds.
            case .find(let find):
                Price(
                    units: Price.ordinary.units * Double(count(in: find.collection) { $0.snapshot.numberOfItems })
                        / 1_000)
            default: .messages(1)
            }
    }

    /// The cells of a visible rect. A screen of 3,840 by 2,160 points is ordinary.
    private init(_ rect: ContentRect) { units = Price.ordinary.units * rect.width * rect.height / 8_294_400 }

    init(units: Double) { self.units = units }

    /// All work of collections so far.
    init(ofWorkIn collections: some Collection<any ScreenCollection>) {
        units = collections.reduce(0) { $0 + Double($1.cellWork) + Price.items($1.selectionWork).units }
    }
}

/// The client puts no more messages into one packet.
private let ordinaryMessages = 8

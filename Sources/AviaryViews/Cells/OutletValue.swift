public import Foundation

/// A type whose values an outlet can be set to.
///
///     cell["title"] = book.title      // String
///     cell["rating"] = book.rating    // Int
///     cell["isRead"] = book.isRead    // Bool
///     cell["added"] = book.added      // Date
public protocol OutletValue {
    /// The kind of outlets that take values of this type.
    static var outletKind: OutletKind { get }
    /// The value to set an outlet to.
    var outletValue: CellValue { get }
    /// Reads the value of an outlet.
    ///
    /// - Returns: `nil` for a value of another kind, or one that this type cannot hold.
    init?(outletValue: CellValue)
}

extension String: OutletValue {
    /// Strings are text. Addresses are set by `OutletContainer.subscript(url:)`.
    public static var outletKind: OutletKind { .text }
    /// Shown as text: markup in it is not interpreted.
    public var outletValue: CellValue { .text(self) }

    /// The text; `nil` for all other kinds, addresses included.
    public init?(outletValue: CellValue) {
        guard case .text(let text) = outletValue else { return nil }
        self = text
    }
}

extension DisplayColor: OutletValue {
    /// Colors are of the kind `color`.
    public static var outletKind: OutletKind { .color }
    /// The color, which is sent to the screen as `#rrggbb`.
    public var outletValue: CellValue { .color(self) }

    /// The color; `nil` for all other kinds: a text like `#ff0000` is not parsed.
    public init?(outletValue: CellValue) {
        guard case .color(let color) = outletValue else { return nil }
        self = color
    }
}

extension Bool: OutletValue {
    /// Truth values are flags.
    public static var outletKind: OutletKind { .flag }
    /// The flag. The storyboard says which attribute it sets or removes.
    public var outletValue: CellValue { .flag(self) }

    /// The flag; `nil` for all other kinds: a number is no flag.
    public init?(outletValue: CellValue) {
        guard case .flag(let flag) = outletValue else { return nil }
        self = flag
    }
}

extension Double: OutletValue {
    /// Numbers are of the kind `number`.
    public static var outletKind: OutletKind { .number }
    /// The number. NaN and infinity show the state of the template.
    public var outletValue: CellValue { .number(self) }

    /// The number, also one that was set as an `Int`; `nil` for all other kinds.
    public init?(outletValue: CellValue) {
        guard case .number(let number) = outletValue else { return nil }
        self = number
    }
}

/// A whole number of more than 53 bits is shown as the nearest number that a browser can represent.
extension Int: OutletValue {
    /// The same kind as for `Double`.
    public static var outletKind: OutletKind { .number }
    /// The nearest `Double`: exact for whole numbers of up to 53 bits.
    public var outletValue: CellValue { .number(Double(self)) }

    /// The number if it is whole and fits into an `Int`; otherwise `nil`.
    public init?(outletValue: CellValue) {
        guard case .number(let number) = outletValue, let whole = Int(exactly: number) else { return nil }
        self = whole
    }
}

/// A moment. Use text for a day without a time, such as a birthday, because a moment may fall on different days in
/// different time zones.
extension Date: OutletValue {
    /// Dates are of the kind `date`.
    public static var outletKind: OutletKind { .date }
    /// The moment, which is sent to the screen in milliseconds since 1970. Outside of the years 1 to 9999 the state of
    /// the template is shown.
    public var outletValue: CellValue { .date(self) }

    /// The moment; `nil` for all other kinds: a text is not parsed.
    public init?(outletValue: CellValue) {
        guard case .date(let date) = outletValue else { return nil }
        self = date
    }
}

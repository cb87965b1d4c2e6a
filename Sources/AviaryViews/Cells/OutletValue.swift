public import Foundation

/// A type whose values an outlet can be set to.
///
///     cell["title"] = book.title      // String
///     cell["rating"] = book.rating    // Int
///     cell["isRead"] = book.isRead    // Bool
///     cell["added"] = book.added      // Date
public protocol OutletValue {
    static var outletKind: OutletKind { get }
    var outletValue: CellValue { get }
    /// - Returns: `nil` for a value of another kind, or one that this type cannot hold.
    init?(outletValue: CellValue)
}

extension String: OutletValue {
    public static var outletKind: OutletKind { .text }
    public var outletValue: CellValue { .text(self) }
    public init?(outletValue: CellValue) {
        guard case .text(let text) = outletValue else { return nil }
        self = text
    }
}

extension DisplayColor: OutletValue {
    public static var outletKind: OutletKind { .color }
    public var outletValue: CellValue { .color(self) }
    public init?(outletValue: CellValue) {
        guard case .color(let color) = outletValue else { return nil }
        self = color
    }
}

extension Bool: OutletValue {
    public static var outletKind: OutletKind { .flag }
    public var outletValue: CellValue { .flag(self) }
    public init?(outletValue: CellValue) {
        guard case .flag(let flag) = outletValue else { return nil }
        self = flag
    }
}

extension Double: OutletValue {
    public static var outletKind: OutletKind { .number }
    public var outletValue: CellValue { .number(self) }
    public init?(outletValue: CellValue) {
        guard case .number(let number) = outletValue else { return nil }
        self = number
    }
}

/// A whole number of more than 53 bits is shown as the nearest that a browser can hold.
extension Int: OutletValue {
    public static var outletKind: OutletKind { .number }
    public var outletValue: CellValue { .number(Double(self)) }
    public init?(outletValue: CellValue) {
        guard case .number(let number) = outletValue, let whole = Int(exactly: number) else { return nil }
        self = whole
    }
}

/// A moment. A day without a time, such as a birthday, is a text: as a moment it is another day elsewhere.
extension Date: OutletValue {
    public static var outletKind: OutletKind { .date }
    public var outletValue: CellValue { .date(self) }
    public init?(outletValue: CellValue) {
        guard case .date(let date) = outletValue else { return nil }
        self = date
    }
}

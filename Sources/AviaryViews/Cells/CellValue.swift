public import Foundation

/// What an outlet is set to.
public enum CellValue: Hashable, Sendable {
    case text(String)
    case color(DisplayColor)
    case number(Double)
    case url(String)
    case flag(Bool)
    /// A moment, which each person reads in the language and the time zone of the browser.
    case date(Date)
}

/// What kind of value an outlet takes.
public enum OutletKind: String, Hashable, Sendable {
    case text, color, number, url, flag, date
}

extension CellValue {
    public var kind: OutletKind {
        switch self {
        case .text: .text
        case .color: .color
        case .number: .number
        case .url: .url
        case .flag: .flag
        case .date: .date
        }
    }
}

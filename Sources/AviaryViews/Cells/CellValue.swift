public import Foundation

/// A value that an outlet is set to, by its kind.
///
/// Two texts are equal if they have the same code points. Swift takes other forms of a letter for equal, too, but a screen
/// shows each as it is written.
public enum CellValue: Hashable, Sendable {
    /// A text, shown as it is; markup in it is not interpreted.
    case text(String)
    /// A color, which is sent to the screen as `#rrggbb`.
    case color(DisplayColor)
    /// A number. NaN and infinity show the state of the template.
    case number(Double)
    /// An address on this server, without a scheme. In a link it may also be an absolute address with `http` or
    /// `https`.
    ///
    /// The screen does not use any other address.
    case url(String)
    /// A flag that sets or removes an attribute for style sheets and browsers, such as `hidden`.
    case flag(Bool)
    /// A moment. The browser writes it in the language and the time zone of the person, to the millisecond.
    case date(Date)

    /// Returns true if two values are sent to the screen as the same bytes.
    public static func == (one: CellValue, other: CellValue) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)), (.url(let one), .url(let other)): one.utf8.elementsEqual(other.utf8)
        case (.color(let one), .color(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.flag(let one), .flag(let other)): one == other
        case (.date(let one), .date(let other)): one == other
        default: false
        }
    }
}

/// The kind of value that an outlet takes; the raw value is the word in `data-outlet`.
///
/// Each case is a case of `CellValue`.
public enum OutletKind: String, Hashable, Sendable {
    /// The word in `data-outlet="name:color"`. Without a word it is text.
    case text, color, number, url, flag, date
}

extension CellValue {
    /// The kind of outlet that takes this value.
    package var kind: OutletKind {
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

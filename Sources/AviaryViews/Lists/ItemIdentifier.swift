public import Foundation

/// A type of identifiers for the items of a collection view. An identifier also names its item on the screen and in
/// addresses, as a text that can be read back.
///
/// Integers, `String` and `UUID` are identifiers. Any other type provides its text:
///
///     struct PlantID: Hashable { var row: Int64 }
///     extension PlantID: ItemIdentifier {
///         static func identifier(from itemText: String) -> PlantID? { Int64(itemText).map { PlantID(row: $0) } }
///         var itemText: String { String(row) }
///     }
///
/// A `LosslessStringConvertible` type uses its description as its text, and only needs to declare the conformance.
public protocol ItemIdentifier: Hashable, Sendable {
    // This is a function, because an initializer would make `Int64.init` ambiguous where it is passed as a function.

    /// Reads an identifier.
    ///
    /// - Parameter itemText: A text from a browser or an address. It may be any text at all.
    /// - Returns: `nil` if it is the text of no identifier.
    static func identifier(from itemText: String) -> Self?

    /// The text of the identifier, from which it can be read back. Two identifiers never have the same text.
    var itemText: String { get }
}

extension ItemIdentifier where Self: LosslessStringConvertible {
    /// Reads an identifier from its description.
    public static func identifier(from itemText: String) -> Self? { Self(itemText) }

    /// The description.
    public var itemText: String { description }
}

extension Int: ItemIdentifier {}
extension Int8: ItemIdentifier {}
extension Int16: ItemIdentifier {}
extension Int32: ItemIdentifier {}
extension Int64: ItemIdentifier {}
extension UInt: ItemIdentifier {}
extension UInt8: ItemIdentifier {}
extension UInt16: ItemIdentifier {}
extension UInt32: ItemIdentifier {}
extension UInt64: ItemIdentifier {}
extension String: ItemIdentifier {}

extension UUID: ItemIdentifier {
    /// Reads a UUID from its form of 36 characters.
    public static func identifier(from itemText: String) -> UUID? { UUID(uuidString: itemText) }

    /// The form of 36 characters.
    public var itemText: String { uuidString }
}

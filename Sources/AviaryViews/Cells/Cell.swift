/// A view with outlets that a cell provider configures for one item, and then for the next.
///
/// The cell provider gets a cell in the state of its template, without values of the previous item. Setting an outlet
/// to `nil` returns the outlet to that state. The collection view keeps the values while the item is near the visible
/// rect. Do not store a cell, because it is reused for the next item at once.
public final class Cell {
    /// The template that the cell is made from.
    let template: CellTemplate
    /// The value of each outlet, including the outlets of supplementary views; `nil` is the template's own state.
    package private(set) var values: [CellValue?]
    /// The cell provider's mistake, as a sentence.
    private(set) var mistake: String?

    /// The template's reuse identifier: the name in `data-cell`.
    public var reuseIdentifier: String { template.reuseIdentifier }

    package init(template: CellTemplate, values: [CellValue?]? = nil) {
        self.template = template
        self.values = values ?? template.ownState
    }

    func report(_ mistake: String) { self.mistake = mistake }

    /// Returns every outlet to the template's own state.
    func prepareForReuse() {
        values = template.ownState
        mistake = nil
    }
}

/// The values that the cell of an item shows.
struct ShownCell {
    /// The index of the template in the collection view. It may be a guess while the content of the item is missing.
    var template: Int
    var values: [CellValue?]
    /// True if the content was missing when the template was chosen. The template is then chosen again with the
    /// content.
    var isUnchosen = false
}

extension Cell: OutletContainer {
    /// The value that an outlet was set to; `nil` if the outlet is in the state of the template, or does not exist.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template.
    public func value(of outlet: String) -> CellValue? { template.index(of: outlet).flatMap { values[$0] } }

    /// Sets an outlet to a value, or with `nil` back to the state of the template.
    ///
    /// If the template has no such outlet, or the outlet takes another kind of value, nothing is set and a mistake is
    /// reported.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template.
    public func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?) {
        guard let index = template.index(of: outlet) else {
            mistake = "The template \(reuseIdentifier) has no outlet named \(outlet)."
            return
        }
        let taken = template.outlets[index].kind
        if let kind, kind != taken {
            mistake = "The outlet \(outlet) of the template \(reuseIdentifier) takes a \(taken), not a \(kind)."
            return
        }
        values[index] = value
    }
}

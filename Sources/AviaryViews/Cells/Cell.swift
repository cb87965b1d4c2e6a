/// A view with outlets that a cell provider configures for one item, and then for the next.
///
/// A cell comes to the cell provider in the state of its template, with no trace of the item before. Setting an outlet
/// to `nil` leaves the outlet in that state. The values that were set are held for as long as the item is near the
/// visible rect. Do not store a cell: it is used for the next item at once.
public final class Cell {
    /// The template that the cell is made from.
    public let template: CellTemplate
    /// One for each outlet, those of supplementary views included; `nil` is the template's own state.
    package private(set) var values: [CellValue?]
    /// What the cell provider got wrong, as a sentence.
    private(set) var mistake: String?

    /// That of the template: the name in `data-cell`.
    public var reuseIdentifier: String { template.reuseIdentifier }

    init(template: CellTemplate, values: [CellValue?]? = nil) {
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

/// What the cell of an item shows.
struct ShownCell {
    /// Which of the collection view's templates it is made from: the first one while it is not known which.
    var template: Int
    var values: [CellValue?]
    /// Whether there was no content yet by which the data source could have chosen the template.
    var isUnchosen = false
}

extension Cell: OutletHolder {
    /// The value that an outlet was set to; `nil` when it is in the state of the template, or is not there.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template.
    public func value(of outlet: String) -> CellValue? { template.index(of: outlet).flatMap { values[$0] } }

    /// Sets an outlet to a value, or with `nil` back to the state of the template.
    ///
    /// When the template has no such outlet, or the outlet takes another kind, nothing is set and the mistake is
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

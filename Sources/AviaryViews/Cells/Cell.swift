/// What a cell provider configures to show one item; then it is used again, for the next.
///
/// A cell comes to the cell provider as its template describes it, with no trace of the item it showed before. Setting
/// an outlet to `nil` leaves it so. What it showed is kept for as long as the item is near the visible rect.
public final class Cell {
    public let template: CellTemplate
    /// One for each outlet, those of supplementary views included; `nil` is the template's own state.
    package private(set) var values: [CellValue?]
    /// What the cell provider got wrong, as a sentence.
    private(set) var mistake: String?

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
    /// Which of the collection view's templates it is made from.
    var template: Int
    var values: [CellValue?]
}

extension Cell: OutletHolder {
    public func value(of outlet: String) -> CellValue? { template.index(of: outlet).flatMap { values[$0] } }

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

/// What stands for one item on the screen, for as long as it is near the visible rect; then it is used again.
///
/// A cell comes to the cell provider as its template describes it, with no trace of the item it showed before. Setting
/// an outlet to `nil` leaves it so.
public final class Cell {
    public let template: CellTemplate
    /// Which of the collection view's templates it is made from.
    let templateIndex: Int
    /// One for each outlet; `nil` is the template's own state.
    package private(set) var values: [CellValue?]

    public var reuseIdentifier: String { template.reuseIdentifier }

    init(template: CellTemplate, index: Int) {
        self.template = template
        templateIndex = index
        values = Array(repeating: nil, count: template.outlets.count)
    }

    /// Returns every outlet to the template's own state.
    func prepareForReuse() {
        for index in values.indices { values[index] = nil }
    }

    /// Puts back what the cell showed.
    func restore(_ values: [CellValue?]) { self.values = values }
}

extension Cell: OutletHolder {
    public func value(of outlet: String) -> CellValue? { template.index(of: outlet).flatMap { values[$0] } }

    public func set(_ outlet: String, of kind: OutletKind, to value: CellValue?) {
        guard let index = template.index(of: outlet) else {
            preconditionFailure("The template \(reuseIdentifier) has no outlet named \(outlet)")
        }
        precondition(
            template.outlets[index].kind == kind,
            "The outlet \(outlet) of \(reuseIdentifier) takes a \(template.outlets[index].kind), not a \(kind)")
        values[index] = value
    }
}

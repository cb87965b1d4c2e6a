/// What stands for one item on the screen, for as long as it is near the visible rect; then it is used again.
///
/// A cell comes to the cell provider as its template describes it, with no trace of the item it showed before. Setting
/// an outlet to `nil` leaves it so.
///
///     cell["label"] = swatch.name
///     cell["fill"] = swatch.color
///
/// - Precondition: An outlet exists in the cell's template and takes the kind of value it is set to.
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

    public subscript(outlet: String) -> String? {
        get { if case .text(let text)? = self[value: outlet] { text } else { nil } }
        set { set(outlet, .text, newValue.map { .text($0) }) }
    }

    public subscript(outlet: String) -> DisplayColor? {
        get { if case .color(let color)? = self[value: outlet] { color } else { nil } }
        set { set(outlet, .color, newValue.map { .color($0) }) }
    }

    public subscript(outlet: String) -> Double? {
        get { if case .number(let number)? = self[value: outlet] { number } else { nil } }
        set { set(outlet, .number, newValue.map { .number($0) }) }
    }

    public subscript(outlet: String) -> Bool? {
        get { if case .flag(let flag)? = self[value: outlet] { flag } else { nil } }
        set { set(outlet, .flag, newValue.map { .flag($0) }) }
    }

    /// An address, for an outlet of that kind. The screen follows only those of its own origin and the web's schemes.
    public subscript(url outlet: String) -> String? {
        get { if case .url(let url)? = self[value: outlet] { url } else { nil } }
        set { set(outlet, .url, newValue.map { .url($0) }) }
    }

    private subscript(value outlet: String) -> CellValue? { template.index(of: outlet).flatMap { values[$0] } }

    private func set(_ outlet: String, _ kind: OutletKind, _ value: CellValue?) {
        guard let index = template.index(of: outlet) else {
            preconditionFailure("The template \(reuseIdentifier) has no outlet named \(outlet)")
        }
        precondition(
            template.outlets[index].kind == kind,
            "The outlet \(outlet) of \(reuseIdentifier) takes a \(template.outlets[index].kind), not a \(kind)")
        values[index] = value
    }
}

/// Cells that are configured for one item after the other: one for each template. It also stores what they show.
struct Workbench {
    private var cells: [Int: Cell] = [:]
    /// The cache of cell values that several views share.
    private var sharedValues: SharedValues?
    /// Counts the cells that were configured.
    private(set) var work = 0

    /// The cell of a template, without values of the previous item.
    ///
    /// - Parameter number: The index of the template in the collection view.
    mutating func cell(_ number: Int, from template: CellTemplate) -> Cell {
        work += 1
        let cell = cells[number] ?? Cell(template: template)
        cells[number] = cell
        cell.prepareForReuse()
        return cell
    }

    mutating func share(_ values: SharedValues?) { sharedValues = values }

    /// The values to hold for a cell: one copy for all views that share them.
    func stored(_ values: [CellValue?]) -> [CellValue?] { sharedValues?.shared(values) ?? values }

    mutating func addWork(_ count: Int) { work += count }

    /// Removes the cells, because an idle view does not need them.
    mutating func clear() { cells = [:] }
}

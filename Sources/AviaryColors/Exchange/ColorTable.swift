import AviaryText

// Name	Hex	Use
// Deep sky blue	#00bfff	links
//
// Name	R	G	B
// Deep sky blue	0	191	255

/// A reader of tables from a spreadsheet, with a color and its name in each row. The columns may be in any order.
struct ColorTable {
    /// The colors of a row: usually one, or several if each cell is a color.
    typealias Row = [(name: String, color: SRGB)]

    /// The reason why a row has no color. The text is the rest of a sentence.
    struct Problem: Error {
        var reason: String
    }

    private var isFirst = true
    /// The indices of the columns for red, green and blue; empty if the head does not name them.
    private var channels: [Int] = []
    /// The index of the column with the names; `nil` if the head does not name it.
    private var names: Int?
    /// The number that is expected in the next row, if the first column counts the rows; otherwise `nil`.
    private var nextNumber: Double?
    private let separator: Character
    private static let mostCells = 64

    init(separator: Character = "\t") { self.separator = separator }

    /// Reads a row. The first row may be the head, which has no colors.
    mutating func read(_ line: String) throws(Problem) -> Row {
        let cells = cells(of: line)
        let wasFirst = isFirst
        isFirst = false
        if let row = try colors(of: cells, wasFirst) { return row }
        guard wasFirst, !cells.contains(where: { number(in: $0) != nil || $0.first == "#" }) else {
            throw Problem(reason: "there is no color in \(line.quoted)")
        }
        let heads = cells.map { $0.lowercased() }
        let found = [["r", "red"], ["g", "green"], ["b", "blue"]].compactMap { words in
            heads.firstIndex { words.contains($0) }
        }
        if found.count == 3 { channels = found }
        names = heads.firstIndex { $0 == "name" || $0 == "title" || $0.hasSuffix(" name") }
        return []
    }

    private mutating func colors(of cells: [String], _ isFirst: Bool) throws(Problem) -> Row? {
        let filled = cells.indices.filter { !cells[$0].isEmpty && $0 != names }
        // Looks for hexadecimal digits and functions first, because numbers may be amounts of ink, and words may be
        // names.
        if channels.isEmpty {
            let digits = filled.compactMap { Self.isDigits(cells[$0]) ? Self.color(cells[$0]) : nil }
            // A row may be a palette. Several notations of one color are one color.
            if digits.count > 1, digits.count == filled.count, Set(digits.map(\.displayColor)).count > 1 {
                return digits.map { ("", $0) }
            }
            for index in filled where Self.isDigits(cells[index]) {
                if let color = Self.color(cells[index]) { return [(name(in: cells, besides: [index]), color)] }
            }
        }
        if let (color, used) = try numbers(in: cells, isFirst) { return [(name(in: cells, besides: used), color)] }
        let words = filled.compactMap { index in Self.color(cells[index]).map { (index, $0) } }
        guard let (index, color) = words.last else { return nil }
        if words.count > 1, words.count == filled.count { return words.map { ("", $0.1) } }
        return [(name(in: cells, besides: [index]), color)]
    }

    private func number(in cell: String) -> Double? {
        guard let first = cell.utf8.first, (0x30...0x39).contains(first) || "-.".utf8.contains(first),
            cell.utf8.count < 40, let number = Double(cell), number.isFinite
        else { return nil }
        return number
    }

    /// A color of three numbers: in the columns that the head names, or in the first three adjacent columns with
    /// numbers.
    private mutating func numbers(in cells: [String], _ isFirst: Bool) throws(Problem) -> (SRGB, used: [Int])? {
        let found = cells.map(number)
        var used = channels
        if used.isEmpty {
            guard
                var start = (0..<max(found.count - 2, 0)).first(where: { found[$0..<$0 + 3].allSatisfy { $0 != nil } })
            else { return nil }
            // If four numbers and a text begin the row, the first number may count the rows.
            let isCounted = start == 0 && found.count > 4 && found[3] != nil && found[4] == nil
            if isCounted, isFirst ? found[0] == 0 || found[0] == 1 : found[0] == nextNumber {
                nextNumber = found[0].map { $0 + 1 }
                start = 1
            } else {
                nextNumber = nil
            }
            used = Array(start..<start + 3)
        }
        let numbers = used.compactMap { $0 < found.count ? found[$0] : nil }
        guard numbers.count == 3 else { return nil }
        guard numbers.allSatisfy({ (0...255).contains($0) }) else {
            throw Problem(reason: ColorRow.limits)
        }
        // The numbers go from 0 to 1 if none is above 1 and one has a decimal point. Otherwise they go from 0 to 255.
        let isShare = numbers.allSatisfy { $0 <= 1 } && used.contains { cells[$0].contains(".") }
        let whole = isShare ? 1.0 : 255
        return (SRGB(red: numbers[0] / whole, green: numbers[1] / whole, blue: numbers[2] / whole), used)
    }

    private func name(in cells: [String], besides used: [Int]) -> String {
        if let names, names < cells.count, !used.contains(names) { return cells[names] }
        let word = cells.indices.first { index in
            !used.contains(index) && !cells[index].isEmpty && Double(cells[index]) == nil
                && (!Self.isDigits(cells[index]) || Self.color(cells[index]) == nil)
        }
        return word.map { cells[$0] } ?? ""
    }

    /// Returns true if a text looks like digits of a color: it begins with # or contains a parenthesis, or it has 6 or 8
    /// hexadecimal digits. One of these has to be from 0 to 9, because a word may consist of the letters.
    private static func isDigits(_ cell: String) -> Bool {
        if cell.first == "#" || cell.contains("(") { return true }
        return (cell.utf8.count == 6 || cell.utf8.count == 8) && cell.utf8.allSatisfy(isHexDigit)
            && cell.utf8.contains { (0x30...0x39).contains($0) }
    }

    private static func color(_ cell: String) -> SRGB? {
        guard cell.utf8.count <= 1_000 else { return nil }
        return (try? exactColor(cell)) ?? programHex(cell)
    }

    /// The first 64 cells, without their quotation marks. Separators in quotation marks or parentheses belong to a
    /// cell.
    private func cells(of line: String) -> [String] {
        var (cells, cell, depth, isQuoted, wasQuoted) = ([String](), "", 0, false, false)
        for character in line {
            if isQuoted {
                if character == "\"" { (isQuoted, wasQuoted) = (false, true) } else { cell.append(character) }
                continue
            }
            // Within quotation marks, two marks stand for one. In the middle of a cell, a mark is ordinary text, such
            // as the sign for inches.
            if character == "\"", wasQuoted || cell.isEmpty || cell == " " {
                cell = wasQuoted ? cell + "\"" : ""
                (isQuoted, wasQuoted) = (true, false)
                continue
            }
            wasQuoted = false
            if character == separator, depth == 0 {
                cells.append(cell.onOneLine)
                cell = ""
                if cells.count == Self.mostCells { return cells }
                continue
            }
            // Commas within parentheses belong to a function. A tab separates cells everywhere.
            if character == "(", separator != "\t" { depth += 1 }
            if character == ")" { depth = max(depth - 1, 0) }
            cell.append(character)
        }
        return cells + [cell.onOneLine]
    }
}

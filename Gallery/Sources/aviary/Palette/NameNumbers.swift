/// Makes automatic names unique by numbers: "Teal", "Teal 2", "Teal 3".
struct NameNumbers {
    let name: String
    private var taken: Set<Int> = []
    private var number = 1

    init(of name: String) { self.name = name }

    /// Records an existing name, so that its number is not used.
    mutating func take(_ other: String) {
        if other == name {
            taken.insert(1)
        } else if other.hasPrefix(name + " "), let number = Int(other.dropFirst(name.count + 1)) {
            taken.insert(number)
        }
    }

    /// Returns the next free name, and marks it as taken.
    mutating func next() -> String {
        while taken.contains(number) { number += 1 }
        taken.insert(number)
        return number == 1 ? name : "\(name) \(number)"
    }
}

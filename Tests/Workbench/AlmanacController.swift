import AviaryServer
import AviarySnapshots
import AviaryViews
import Foundation

/// Dates of every kind, and a menu of settings that share one action.
final class AlmanacController: ViewController {
    static let storyboard = Storyboard("AlmanacView", PackageResources.AlmanacView_html)

    let page = Page()
    let days = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(48)))
    var collections: [String: any ScreenCollection] { ["days": days] }
    var actions: Actions { ["put": put, "forget": { _ in self.show(nil) }] }

    /// 22 November 2026, 23:30 in UTC: another day in half of the world.
    private var start = Date(timeIntervalSince1970: 1_795_390_200)
    private var shift = "none"
    private static let starts: [String: Double] = ["year": 1_826_926_200, "past": 1_763_854_200]
    private var list = ListSnapshot<Int, Int>()
    private lazy var source = DiffableDataSource<Int> { [unowned self] day, cell in
        cell["day"] = start.addingTimeInterval(Double(day) * 86_400)
        cell["time"] = start
    }

    func viewDidLoad() throws {
        try list.appendSections([0])
        try list.appendItems(Array(0..<3), toSection: 0)
        days.delegate = self
        days.dataSource = source
        source.apply(list)
        show(start)
    }

    private func show(_ date: Date?) { page["now"] = date }

    private func put(_ event: ActionEvent) {
        shift = event.fields["shift"] ?? "none"
        start = Date(timeIntervalSince1970: Self.starts[shift] ?? 1_795_390_200)
        show(start)
        source.apply(list, reconfiguring: Array(0..<3))
    }
}

extension AlmanacController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int>, menuFor items: Set<Int>) -> Menu? {
        Menu(
            [("This year", "none", nil), ("Next year", "year", "Mod+Y")].map { title, shift, shortcut in
                MenuItem(
                    title, action: "put", fields: ["shift": shift], isOn: shift == self.shift, shortcut: shortcut)
            },
            [
                MenuItem("Forget", action: "forget"),
                MenuItem(
                    "Earlier",
                    children: [
                        MenuItem("Last year", action: "put", fields: ["shift": "past"], shortcut: "Mod+L"),
                        MenuItem("The year before", action: "put", isDisabled: true),
                    ]),
            ])
    }
}

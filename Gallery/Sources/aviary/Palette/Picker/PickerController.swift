import AviaryColors
import AviaryServer
import AviarySnapshots
import AviaryViews
import GalleryPages

/// The picker on the page, and its actions.
final class PickerController: ViewController {
    static let storyboard = Storyboard(
        "Picker", EmbeddedFile.Picker_html.bytes,
        parts: Channel.allCases.reduce(into: ["area": EmbeddedFile.Area_html.bytes]) { parts, channel in
            parts[channel.rawValue] = Array(channel.markup.utf8)
        })

    let page = Page()
    let presets = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(Preset.all.count), itemSize: .height(44)))
    var collections: [String: any ScreenCollection] { ["presets": presets] }
    var actions: Actions {
        [
            "pick": pick, "enter": enter, "choosePreset": choosePreset, "lighter": lighter, "darker": darker,
            "save": save,
        ]
    }

    private(set) var picker = Picker(Preset.all[4].color)
    weak var delegate: (any PickerControllerDelegate)?
    private let isReadOnly: Bool
    /// The last texts that this controller has put into the field. On a slow connection, the page still shows an older
    /// text while the person moves a slider.
    private var shownTexts: [String] = []
    private static let mostShownTexts = 256

    init(isReadOnly: Bool) { self.isReadOnly = isReadOnly }

    var restorationState: String {
        let color = picker.color
        return [color.red, color.green, color.blue].map { "\(($0 * 100_000).rounded() / 100_000)" }
            .joined(separator: " ")
    }

    func restore(_ state: String) {
        let channels = state.split(separator: " ").compactMap { Double($0) }
        guard channels.count == 3 else { return }
        set(SRGB(red: channels[0], green: channels[1], blue: channels[2]))
    }

    func viewDidLoad() throws {
        page["isReadOnly"] = isReadOnly
        presets.delegate = self
        var all = ListSnapshot<Int, Int64>()
        try all.appendSections([0])
        try all.appendItems(Preset.all.map(\.id), toSection: 0)
        presets.dataSource = DiffableDataSource(all) { id, cell in
            let preset = Preset.all[Int(id)]
            cell["fill"] = preset.color.displayColor
            cell["name"] = preset.name
        }
        show()
    }

    func set(_ color: SRGB) {
        picker.set(color)
        show()
    }

    /// Sets a channel, after a slider was moved or a number was typed in the field beside it.
    private func pick(_ event: ActionEvent) throws {
        var remark: String?
        defer { show(remark) }
        for (name, typed) in event.fields {
            remark = try Channel(rawValue: name)?.set(typed: typed, in: &picker)
        }
    }

    /// Returns the color that the person saw when pressing a button. If the person typed a text that the page has not
    /// sent yet, the color of that text is picked. A text that this controller has shown leaves the picked color as it
    /// is.
    ///
    /// - Throws: `UnreadColor` if the text is not a color.
    func color(seenBy event: ActionEvent) throws -> SRGB {
        // The field shows fewer digits than the picked color has. So a shown text stands for the picked color.
        guard let typed = event.fields["hex"], !shownTexts.contains(typed) else { return picker.color }
        do { pick(try TypedColor(typed)) } catch {
            let several = TypedColors(typed).colors
            guard several.count > 1 else { throw UnreadColor(reason: error) }
            pick(several[0])
        }
        return picker.color
    }

    /// Picks the typed color. If several colors were typed, picks the first, and passes all of them to the delegate. A
    /// text that is not a color stays in the field, with the reason beside it, until the person corrects or discards
    /// it.
    private func enter(_ event: ActionEvent) {
        let typed = event.fields["hex"] ?? ""
        // The picked color may be more precise than its text, so an unchanged text must not replace the color.
        if page.value(of: "hex") == .text(typed) { return show() }
        // The flag is cleared first, so that screen readers announce each refusal, even a second one.
        page["isRefused"] = false
        do { pick(try TypedColor(typed)) } catch {
            let several = TypedColors(typed)
            if several.colors.count > 1 {
                pick(several.colors[0])
                delegate?.picker(self, didRead: several)
            } else {
                page["isRefused"] = true
                remark(error.description)
            }
        }
    }

    private func pick(_ color: TypedColor) {
        picker.set(color.color)
        show(color.remarks.first?.description)
        announce()
    }

    private func save(_ event: ActionEvent) async throws { try await delegate?.picker(self, save: event) }

    private func choosePreset(_ event: ActionEvent) {
        if let id = event.item(in: presets) { step(to: Preset.all[Int(id)].color) }
    }

    private func lighter(_ event: ActionEvent) { step(to: picker.color.lighter) }
    private func darker(_ event: ActionEvent) { step(to: picker.color.darker) }

    private func step(to color: SRGB) {
        set(color)
        announce()
    }

    /// Announces the picked color to screen readers, because the page shows it only visually.
    func announce() {
        page.announce(
            PaletteWords.picked(NamedColor.nearest(to: picker.color).title, hex: picker.color.displayColor.hex))
    }

    /// Shows a remark about the typed text. Screen readers read a remark only when it changes, so an equal one is
    /// announced.
    private func remark(_ sentence: String) {
        if page.value(of: "remark") == .text(sentence) { page.announce(sentence) }
        page["remark"] = sentence
    }

    private func show(_ sentence: String? = nil) {
        let color = picker.color.displayColor
        let preset = Preset.matching(picker.color)
        page["fill"] = color
        page["ink"] = color.ink
        page["name"] = NamedColor.nearest(to: picker.color).title
        page["hex"] = color.hex
        if shownTexts.last != color.hex { shownTexts.append(color.hex) }
        if shownTexts.count > Self.mostShownTexts { shownTexts.removeFirst() }
        page["isRefused"] = false
        if let sentence {
            remark(sentence)
        } else {
            page["remark"] = picker.isMapped ? ColorRemark.mapped.description : nil
        }
        page["preset"] = preset?.name ?? PaletteWords.customColor
        presets.select(preset.map { [$0.id] } ?? [])
        for channel in Channel.allCases { page[channel.rawValue] = channel.value(in: picker) }
    }
}

extension PickerController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "choosePreset" }
}

/// Handles the events of a picker.
protocol PickerControllerDelegate: AnyObject {
    /// The person wants to save the picked color.
    func picker(_ picker: PickerController, save event: ActionEvent) async throws
    /// The person typed or pasted several colors in the field. The first of them is picked.
    func picker(_ picker: PickerController, didRead colors: TypedColors)
}

/// The text in the field is not a color, so no color can be saved.
struct UnreadColor: Error, CustomStringConvertible {
    let reason: ColorError

    var description: String { PaletteWords.sentence(about: self) }
}

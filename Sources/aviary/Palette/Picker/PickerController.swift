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
    var collections: [String: AnyCollectionView] { ["presets": presets] }
    var actions: Actions {
        [
            "pick": pick, "enter": enter, "choosePreset": choosePreset, "lighter": lighter, "darker": darker,
            "save": save,
        ]
    }

    private(set) var picker = Picker(Preset.all[4].color)
    weak var delegate: (any PickerControllerDelegate)?
    private let isReadOnly: Bool
    /// The last texts that the scene put into the field. On a slow connection the page still shows an older one while
    /// the person moves a slider.
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

    func viewDidLoad() {
        page["isReadOnly"] = isReadOnly
        presets.delegate = self
        let all = ListSnapshot(uniqueSections: [(0, Preset.all.map(\.id))])
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

    /// A slider was moved, or a number was typed in the field beside it.
    private func pick(_ event: ActionEvent) throws {
        var remark: String?
        defer { show(remark) }
        for (name, typed) in event.fields {
            remark = try Channel(rawValue: name)?.set(typed: typed, in: &picker)
        }
    }

    /// The colour that the person saw when they pressed a button. Typed text in the field counts even if it was not sent
    /// before; its colour is picked then. A text of the scene, even an older one, leaves the picked colour.
    ///
    /// - Throws: `UnreadColor` when the text is not a colour.
    func color(seenBy event: ActionEvent) throws -> SRGB {
        // The field shows fewer digits than the picked colour has.
        guard let typed = event.fields["hex"], !shownTexts.contains(typed) else { return picker.color }
        do { pick(try TypedColor(typed)) } catch {
            let several = TypedColors(typed).colors
            guard several.count > 1 else { throw UnreadColor(reason: error) }
            pick(several[0])
        }
        return picker.color
    }

    /// Picks the typed colour. If several were typed, picks the first and passes all to the delegate. A text that is
    /// not a colour stays in the field, with the reason beside it, until the person corrects or discards it.
    private func enter(_ event: ActionEvent) {
        let typed = event.fields["hex"] ?? ""
        // The picked color may be finer than its text, so an unchanged text must not replace it.
        if page.value(of: "hex") == .text(typed) { return show() }
        // The flag is cleared first, so that each refusal is announced anew.
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

    /// Shows a remark about the typed text. Screen readers read it when it changes; a repeated remark is announced
    /// explicitly.
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

/// Saves the colours of a picker.
protocol PickerControllerDelegate: AnyObject {
    /// The person wants to save the picked colour.
    func picker(_ picker: PickerController, save event: ActionEvent) async throws
    /// The person typed or pasted several colours in the field for one. The first of them is picked.
    func picker(_ picker: PickerController, didRead colors: TypedColors)
}

/// The text in the field could not be read when the colour was to be saved.
struct UnreadColor: Error, CustomStringConvertible {
    let reason: ColorError

    var description: String { PaletteWords.sentence(about: self) }
}

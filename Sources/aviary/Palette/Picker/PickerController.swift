import AviaryColors
import AviaryServer
import AviarySnapshots
import AviaryViews
import GalleryPages

/// The picker on the page: what it shows, and what a person does with it.
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

    /// One of the sliders was moved, or a number typed in the field beside it.
    private func pick(_ event: ActionEvent) throws {
        var remark: String?
        defer { show(remark) }
        for (name, typed) in event.fields {
            remark = try Channel(rawValue: name)?.set(typed: typed, in: &picker)
        }
    }

    /// The colour that the person saw when they pressed: what is in the field is what was typed last, also when nobody has
    /// heard of it otherwise. It is picked then.
    ///
    /// - Throws: `UnreadColor` when the field holds what cannot be read.
    func color(seenBy event: ActionEvent) throws -> SRGB {
        // The field shows fewer digits than the picked colour has.
        guard let typed = event.fields["hex"], typed != picker.color.displayColor.hex else { return picker.color }
        do { pick(try TypedColor(typed)) } catch {
            let several = TypedColors(typed).colors
            guard several.count > 1 else { throw UnreadColor(reason: error) }
            pick(several[0])
        }
        return picker.color
    }

    /// A colour was typed, or several: then the first is picked, and the delegate hears of all. What cannot be read stays in the
    /// field until the person mends it or takes it back, with a word why beside it.
    private func enter(_ event: ActionEvent) {
        let typed = event.fields["hex"] ?? ""
        // The picked color may be finer than the text that stands for it.
        if page.value(of: "hex") == .text(typed) { return show() }
        // Said anew of each.
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

    /// Has the picked color read out: what shows it is seen, and not heard.
    func announce() {
        page.announce(
            PaletteWords.picked(NamedColor.nearest(to: picker.color).title, hex: picker.color.displayColor.hex))
    }

    /// Says something of what was typed. The page reads it out when it changes; said again it is announced.
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

/// Hears what is to become of the colour that a picker has.
protocol PickerControllerDelegate: AnyObject {
    /// The person wants to have the picked colour saved.
    func picker(_ picker: PickerController, save event: ActionEvent) async throws
    /// Several colours were typed or pasted in the field of one, and the first is picked.
    func picker(_ picker: PickerController, didRead colors: TypedColors)
}

/// What stood in the field could not be read when the colour was to be saved.
struct UnreadColor: Error, CustomStringConvertible {
    let reason: ColorError

    var description: String { PaletteWords.sentence(about: self) }
}

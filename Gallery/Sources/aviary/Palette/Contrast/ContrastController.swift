import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB
import GalleryPages

/// A sheet with the contrast of one color on another, and the nearest color that reaches each grade of WCAG 2.
final class ContrastController: ViewController {
    static let storyboard = Storyboard(
        "Contrast", EmbeddedFile.Contrast_html.bytes,
        parts: ["grades": Array(ContrastGrade.allCases.map(\.markup).joined().utf8)])

    /// One of the two colors.
    struct Side: Hashable, Sendable {
        /// The saved color; `nil` for the picked color.
        var swatch: Swatch.ID?
        var name: String
        var color: SRGB

        init(_ swatch: Swatch) { (self.swatch, name, color) = (swatch.id, swatch.name, swatch.color) }

        init(picked color: SRGB) { (swatch, name, self.color) = (nil, PaletteWords.pickedColor, color) }
    }

    let page = Page()
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["swap": swap, "reach": reach, "putBack": putBack] }

    private var foreground: Side
    private var background: Side
    private let store: LiveStore
    private let history: UndoController
    /// Called with the new picked color.
    private let didPick: (SRGB) -> Void
    /// The picked color before this sheet replaced it.
    private var pickedBefore: SRGB?

    init(
        _ foreground: Side, on background: Side, store: LiveStore, history: UndoController,
        didPick: @escaping (SRGB) -> Void
    ) {
        (self.foreground, self.background) = (foreground, background)
        (self.store, self.history, self.didPick) = (store, history, didPick)
    }

    private var pair: ContrastPair { ContrastPair(foreground.color, on: background.color) }

    func viewDidLoad() async throws {
        page["isReadOnly"] = store.isReadOnly
        let ids = [foreground.swatch, background.swatch].compactMap(\.self)
        let swatches = try await FetchedResults(ListRequest<Swatch>(filter: ids.contains(Column("id"))), in: store)
        await observe(swatches) { [unowned self] swatches in
            for swatch in swatches {
                if foreground.swatch == swatch.id { foreground = Side(swatch) }
                if background.swatch == swatch.id { background = Side(swatch) }
            }
            show()
        }
        show()
    }

    private func swap(_ event: ActionEvent) {
        Swift.swap(&foreground, &background)
        show()
        page.announce(PaletteWords.swapped(contrast: pair.ratioText))
    }

    /// Replaces the foreground by the nearest color that reaches a grade.
    private func reach(_ event: ActionEvent) async throws {
        guard let grade = event.fields["grade"].flatMap(Double.init).flatMap(ContrastGrade.init),
            let color = pair.nearestForeground(for: grade), color != pair.foreground
        else { return }
        if let id = foreground.swatch {
            try await history.write(PaletteWords.Steps.contrast, for: event) { db in
                try db.recolorSwatch(id, to: color)
            }
            foreground.color = color
        } else {
            pickedBefore = foreground.color
            foreground.color = color
            didPick(color)
            page.offer(
                PaletteWords.isPicked(color.displayColor.hex), action: "putBack", title: PaletteWords.Buttons.undo)
        }
        show()
        page.announce(
            PaletteWords.isNow(foreground.name, hex: color.displayColor.hex, contrast: pair.ratioText))
    }

    /// Restores the picked color that this sheet has replaced.
    private func putBack(_ event: ActionEvent) {
        guard let color = pickedBefore else { return }
        pickedBefore = nil
        if foreground.swatch == nil { foreground.color = color }
        if background.swatch == nil { background.color = color }
        didPick(color)
        page.say("")
        show()
    }

    private func show() {
        let pair = pair
        page["fill"] = pair.background.displayColor
        page["ink"] = pair.foreground.displayColor
        page["foreground"] = foreground.name
        page["foregroundHex"] = pair.foreground.displayColor.hex
        page["background"] = background.name
        page["backgroundHex"] = pair.background.displayColor.hex
        page["ratio"] = pair.ratioText
        let mayChange = foreground.swatch == nil || !store.isReadOnly
        for grade in ContrastGrade.allCases {
            let passes = pair.passes(grade)
            let nearest = passes ? nil : pair.nearestForeground(for: grade)
            page["\(grade)Passes"] = passes
            page["\(grade)Verdict"] =
                passes ? PaletteWords.passes : nearest == nil ? PaletteWords.outOfReach : PaletteWords.fails
            page["\(grade)Nearest"] = nearest?.displayColor
            page["\(grade)Use"] = PaletteWords.use(nearest?.displayColor.hex ?? "")
            page["\(grade)NoUse"] = nearest == nil || !mayChange
        }
    }
}

extension ContrastGrade {
    /// The markup for the row of a grade.
    fileprivate var markup: String {
        let name = "\(self)"
        let least = ContrastPair.text(rawValue, digits: 1)
        return """
            <li class="grade" data-outlet="\(name)Passes:flag">
              <span class="grade-title">\(PaletteWords.name(of: self))</span>
              <span class="least">\(least) : 1</span>
              <span class="verdict" data-outlet="\(name)Verdict"></span>
              <button type="button" class="use" name="grade" value="\(rawValue)" data-action="reach" \
            data-outlet="\(name)Use \(name)Nearest:color \(name)NoUse:flag(hidden)">\(PaletteWords.useNearest)</button>
            </li>

            """
    }
}

import AviaryColors
import AviaryText
import Foundation

/// The sentences about errors.
extension PaletteWords {
    static func sentence(about error: PaletteError) -> String {
        switch error {
        case .swatchGone(nil): "That color was deleted by someone else. Nothing was changed."
        case .swatchGone(let typed?): "The color you named \(typed.quoted) was deleted by someone else."
        case .paletteGone(nil): "That palette was deleted by someone else. Nothing was changed."
        case .paletteGone(let typed?): "The palette you named \(typed.quoted) was deleted by someone else."
        case .nothingToPaste:
            "There is nothing to paste. Copy a color here first. To paste from another app, press Ctrl+V."
        case .nothingToSave:
            "These colors were saved already, or are not here any more. Paste them in the field again."
        case .noPair: "There are no two colors in this palette to compare."
        case .pictureRefused(let name, let reason): "No palette was made of \(name.quoted): \(reason)."
        case .changedMeanwhile: "The palette was changed while it was being saved. Save it again."
        case .notByHand(let order):
            """
            Colors can't be reordered while they are sorted by \(name(of: order)). Choose “By hand” under Arrange. \
            Nothing was moved.
            """
        }
    }

    static func sentence(about error: ChannelError) -> String {
        let (title, limit) = (name(of: error.channel), error.channel.limit.formatted())
        return error.typed.isBlank
            ? "\(title) is a number from 0 to \(limit)."
            : "\(error.typed.quoted) isn't a number. \(title) goes from 0 to \(limit)."
    }

    static func sentence(about error: UnreadColor) -> String { "Nothing was saved. \(error.reason)" }

    static func sentence(about error: StepsError) -> String {
        let range = "Steps go from \(ColorRamp.steps.lowerBound) to \(ColorRamp.steps.upperBound)."
        return error.typed.isBlank
            ? range : "\(error.typed.shortened(to: 40).quoted) isn't a whole number. \(range)"
    }
}

// Made by scripts/wire of Wire/messages.toml. Do not edit.

import AviaryServer
import AviaryText

extension BrowserMessage {
    /// The message as the wire has it.
    var json: JSON {
        switch self {
        case .hello(let message):
            .message(
                "hello", [.address(message.address), .scrollPositions(message.scrollPositions)],
                optional: [
                    message.tab.map(JSON.tab), message.keepsake.map(JSON.string), message.predecessor.map(JSON.tab),
                    message.version.map(JSON.string), message.asked.map(JSON.integer),
                ])
        case .ping: .message("ping")
        case .displayed(let message): .message("displayed", [.integer(message.number)])
        case .scroll(let message):
            .message(
                "scroll", [.string(message.collection), .rect(message.rect)],
                optional: [.flag(message.hasEnded), .flag(message.isAtEnd)])
        case .tap(let message):
            .message(
                "tap", [.string(message.collection), .string(message.item)],
                optional: [message.number.map(JSON.integer)])
        case .range(let message):
            .message(
                "range",
                [.string(message.collection), .rangeEnd(message.from), .rangeEnd(message.to), .flag(message.isOn)],
                optional: [message.number.map(JSON.integer)])
        case .selectAll(let message):
            .message(
                "selectAll", [.string(message.collection), .flag(message.isOn)],
                optional: [message.number.map(JSON.integer)])
        case .band(let message):
            .message(
                "band", [.string(message.collection), .rect(message.rect), .choice(message.step)],
                optional: [message.number.map(JSON.integer)])
        case .find(let message):
            .message(
                "find",
                [.integer(message.number), .string(message.collection), .string(message.text), .integer(message.from)])
        case .expand(let message):
            .message("expand", [.string(message.collection), .string(message.item), .flag(message.isExpanded)])
        case .ascend(let message):
            .message("ascend", [.integer(message.number), .string(message.collection), .string(message.item)])
        case .lift(let message): .message("lift", [.string(message.collection), .string(message.item)])
        case .labels(let message): .message("labels", [.string(message.collection), .heights(message.heights)])
        case .measured(let message):
            .message(
                "measured", [.string(message.collection), .integer(message.version), .cellHeights(message.heights)])
        case .edit(let message): .message("edit", [.string(message.collection), .identifiers(message.items)])
        case .menu(let message):
            .message(
                "menu", [.integer(message.number), .string(message.collection), message.item.map(JSON.string) ?? .null])
        case .swipe(let message):
            .message("swipe", [.integer(message.number), .string(message.collection), .string(message.item)])
        case .copied(let message): .message("copied", [.integer(message.number), .flag(message.isDone)])
        case .stop(let message): .message("stop", [.integer(message.number)])
        case .dismissed(let message):
            .message(
                "dismissed",
                [.string(message.sheet), message.answer.map(JSON.integer) ?? .null, .integer(message.number)])
        case .sheets(let message): .message("sheets", [.shownSheets(message.sheets)])
        case .press(let message):
            .message(
                "press",
                [
                    .integer(message.number), .string(message.collection), message.item.map(JSON.string) ?? .null,
                    .string(message.shortcut), .fields(message.fields),
                ])
        case .move(let message):
            .message(
                "move",
                [
                    .integer(message.number), .string(message.collection), .string(message.item), .choice(message.side),
                    .rangeEnd(message.end),
                ])
        case .drop(let message):
            .message(
                "drop",
                [
                    .integer(message.number), .string(message.collection), .choice(message.side),
                    .rangeEnd(message.end), .string(message.text), .identifiers(message.items), .string(message.page),
                    .string(message.origin),
                ])
        case .action(let message):
            .message(
                "do",
                [
                    .call(message.number), .string(message.action), .fields(message.fields),
                    message.item.map(JSON.string) ?? .null,
                ],
                optional: [
                    message.menu.map(JSON.string), message.section.map(JSON.string),
                    message.uploads.map(JSON.identifiers),
                ])
        }
    }
}

// Made by scripts/wire of Wire/messages.toml. Do not edit.

/// The messages that a browser may send, for fuzzers.
package enum WireVocabulary {
    package struct Field: Sendable {
        package var name: String
        package var type: String
        package var choices: [String] = []
        package var isNullable = false
        package var isOptional = false
    }

    package struct Message: Sendable {
        package var name: String
        /// How often it is drawn, beside the others.
        package var drawn: Int
        package var fields: [Field]
    }

    package static let messages: [Message] = [
        Message(
            name: "hello", drawn: 1,
            fields: [
                Field(name: "address", type: "address"), Field(name: "scrollPositions", type: "scrollPositions"),
                Field(name: "tab", type: "tab", isOptional: true),
                Field(name: "keepsake", type: "string", isOptional: true),
                Field(name: "predecessor", type: "tab", isOptional: true),
                Field(name: "version", type: "string", isOptional: true),
                Field(name: "asked", type: "request", isOptional: true),
            ]),
        Message(name: "ping", drawn: 1, fields: []),
        Message(name: "displayed", drawn: 1, fields: [Field(name: "number", type: "count")]),
        Message(
            name: "scroll", drawn: 25,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "rect", type: "rect"),
                Field(name: "hasEnded", type: "flag", isOptional: true),
                Field(name: "isAtEnd", type: "flag", isOptional: true),
            ]),
        Message(
            name: "tap", drawn: 15,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "item", type: "identifier"),
                Field(name: "number", type: "request", isOptional: true),
            ]),
        Message(
            name: "range", drawn: 12,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "from", type: "rangeEnd"),
                Field(name: "to", type: "rangeEnd"), Field(name: "isOn", type: "flag"),
                Field(name: "number", type: "request", isOptional: true),
            ]),
        Message(
            name: "selectAll", drawn: 3,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "isOn", type: "flag"),
                Field(name: "number", type: "request", isOptional: true),
            ]),
        Message(
            name: "band", drawn: 3,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "rect", type: "rect"),
                Field(name: "step", type: "bandStep", choices: ["new", "add", "on", "drop"]),
                Field(name: "number", type: "request", isOptional: true),
            ]),
        Message(
            name: "find", drawn: 1,
            fields: [
                Field(name: "number", type: "count"), Field(name: "collection", type: "collection"),
                Field(name: "text", type: "string"), Field(name: "from", type: "position"),
            ]),
        Message(
            name: "expand", drawn: 5,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "item", type: "identifier"),
                Field(name: "isExpanded", type: "flag"),
            ]),
        Message(
            name: "ascend", drawn: 1,
            fields: [
                Field(name: "number", type: "count"), Field(name: "collection", type: "collection"),
                Field(name: "item", type: "identifier"),
            ]),
        Message(
            name: "lift", drawn: 1,
            fields: [Field(name: "collection", type: "collection"), Field(name: "item", type: "identifier")]),
        Message(
            name: "labels", drawn: 1,
            fields: [Field(name: "collection", type: "collection"), Field(name: "heights", type: "heights")]),
        Message(
            name: "measured", drawn: 4,
            fields: [
                Field(name: "collection", type: "collection"), Field(name: "version", type: "count"),
                Field(name: "heights", type: "cellHeights"),
            ]),
        Message(
            name: "edit", drawn: 6,
            fields: [Field(name: "collection", type: "collection"), Field(name: "items", type: "identifiers")]),
        Message(
            name: "menu", drawn: 5,
            fields: [
                Field(name: "number", type: "count"), Field(name: "collection", type: "collection"),
                Field(name: "item", type: "identifier", isNullable: true),
            ]),
        Message(
            name: "swipe", drawn: 5,
            fields: [
                Field(name: "number", type: "count"), Field(name: "collection", type: "collection"),
                Field(name: "item", type: "identifier"),
            ]),
        Message(
            name: "copied", drawn: 1,
            fields: [Field(name: "number", type: "count"), Field(name: "isDone", type: "flag")]),
        Message(name: "stop", drawn: 1, fields: [Field(name: "number", type: "request")]),
        Message(
            name: "dismissed", drawn: 1,
            fields: [
                Field(name: "sheet", type: "sheet"), Field(name: "answer", type: "count", isNullable: true),
                Field(name: "number", type: "request"),
            ]),
        Message(name: "sheets", drawn: 1, fields: [Field(name: "sheets", type: "shownSheets")]),
        Message(
            name: "press", drawn: 8,
            fields: [
                Field(name: "number", type: "request"), Field(name: "collection", type: "collection"),
                Field(name: "item", type: "identifier", isNullable: true), Field(name: "shortcut", type: "shortcut"),
                Field(name: "fields", type: "fields"),
            ]),
        Message(
            name: "move", drawn: 3,
            fields: [
                Field(name: "number", type: "request"), Field(name: "collection", type: "collection"),
                Field(name: "item", type: "identifier"),
                Field(name: "side", type: "side", choices: ["before", "behind", "section"]),
                Field(name: "end", type: "rangeEnd"),
            ]),
        Message(
            name: "drop", drawn: 2,
            fields: [
                Field(name: "number", type: "request"), Field(name: "collection", type: "collection"),
                Field(name: "side", type: "side", choices: ["before", "behind", "section"]),
                Field(name: "end", type: "rangeEnd"), Field(name: "text", type: "string"),
                Field(name: "items", type: "identifiers"), Field(name: "page", type: "string"),
                Field(name: "origin", type: "collection"),
            ]),
        Message(
            name: "do", drawn: 14,
            fields: [
                Field(name: "number", type: "call"), Field(name: "action", type: "action"),
                Field(name: "fields", type: "fields"), Field(name: "item", type: "identifier", isNullable: true),
                Field(name: "menu", type: "collection", isOptional: true),
                Field(name: "section", type: "identifier", isOptional: true),
                Field(name: "uploads", type: "uploads", isOptional: true),
            ]),
    ]
}

import AviaryViews

/// A message from a scene to its browser tab. `docs/WIRE.md` describes the format.
enum SceneMessage: Hashable, Sendable {
    enum Kind: String, Sendable { case error, notice }

    case collection(name: String, CollectionChange)
    case outlet(name: String, CellValue?)
    case title(String)
    /// - Parameter sentence: A sentence that the new page shows. With a sentence, the new page replaces the present
    ///   page in the history.
    case show(Address, sentence: String? = nil)
    /// Leads to a page of the web.
    case open(String)
    case notFound(sentence: String)
    /// - Parameters:
    ///   - isNew: False if the sheet was already presented to an earlier page, which this page replaces.
    ///   - version: A hash of the sheet's storyboards.
    case present(name: String, Presentation, html: String, Address?, isNew: Bool, version: String)
    case dismiss(String)
    case done(Int)
    case failed(Int, sentence: String)
    /// An action takes long: the sentence to show meanwhile, and the title of the button that stops the action.
    case working(Int, sentence: String, title: String)
    case announce(String)
    case say(Kind, sentence: String)
    case offer(sentence: String, title: String, action: String)
    case keepsake(String)
    case menu(Int, Menu?)
    case upgrade(version: String)
    case copy(Int, String)
    case refused(reason: String)
    case pong
    /// Asks the tab to answer when it displays this packet.
    case display(Int)

    /// One packet. All its changes become visible in one step.
    static func packet(_ messages: [SceneMessage]) -> String {
        JSON.array(messages.map(\.json)).text
    }

    private var json: JSON {
        switch self {
        case .collection(let name, let change): change.json(name: name)
        case .outlet(let name, let value): .array(["outlet", .string(name), .value(value)])
        case .title(let title): .array(["title", .string(title)])
        case .show(let address, let sentence):
            .array(["show", .string(address.description)] + (sentence.map { [.string($0)] } ?? []))
        case .open(let url): .array(["show", .string(url)])
        case .notFound(let sentence): .array(["notFound", .string(sentence)])
        case .present(let name, let style, let html, let address, let isNew, let version):
            .array([
                "present", .string(name), .string(style.rawValue), .string(html),
                address.map { .string($0.description) } ?? .null, .flag(isNew), .string(version),
            ])
        case .dismiss(let name): .array(["dismiss", .string(name)])
        case .done(let number): .array(["done", .integer(number)])
        case .failed(let number, let sentence): .array(["failed", .integer(number), .string(sentence)])
        case .working(let number, let sentence, let title):
            .array(["working", .integer(number), .string(sentence), .string(title)])
        case .announce(let sentence): .array(["announce", .string(sentence)])
        case .say(let kind, let sentence): .array(["say", .string(kind.rawValue), .string(sentence)])
        case .offer(let sentence, let title, let action):
            .array(["offer", .string(sentence), .string(title), .string(action)])
        case .keepsake(let state): .array(["keepsake", .string(state)])
        case .menu(let number, let menu):
            .array(["menu", .integer(number), .array((menu?.groups ?? []).map { .array($0.map(\.json)) })])
        case .upgrade(let version): .array(["upgrade", .string(version)])
        case .copy(let number, let text): .array(["copy", .integer(number), .string(text)])
        case .refused(let reason): .array(["refused", .string(reason)])
        case .pong: .array(["pong"])
        case .display(let number): .array(["display", .integer(number)])
        }
    }
}

extension CollectionChange {
    fileprivate func json(name: String) -> JSON {
        switch self {
        case .reload(let geometry, let count, let base, let tiles, let sections, let headers, let isRelaid):
            let headers = headers?.json ?? .array([.integer(0)])
            var parts = sections.map { [JSON.runs($0), headers] } ?? (isRelaid ? [.null, .null] : [])
            if isRelaid { parts.append(.flag(true)) }
            return .array(
                [
                    "reload", .string(name), geometry.json, .integer(count), .integer(base),
                    .array(tiles.map(\.json)),
                ] + parts)
        case .splice(let count, let base, let steps, let elsewhere, let sections, let headers, let frames, let isStill):
            let standing = elsewhere.map { JSON.array($0.map { .array([.string($0.id), .integer($0.position)]) }) }
            var parts = [
                standing, sections.isEmpty && headers == nil ? nil : .array(sections.map(\.json)), headers?.json,
                frames.map { .array($0.json) }, isStill ? .flag(true) : nil,
            ]
            while let last = parts.last, last == nil { parts.removeLast() }
            return .array(
                ["splice", .string(name), .integer(count), .integer(base), .array(steps.map(\.json))]
                    + parts.map { $0 ?? .null })
        case .cell(let id, let values):
            let changes: [JSON] = values.sorted { $0.key < $1.key }.flatMap {
                [JSON.integer($0.key), .value($0.value)]
            }
            return .array(["cell", .string(name), .string(id)] + changes)
        case .menus(let shortcuts):
            return .array(["menus", .string(name), .array(shortcuts.map(JSON.string))])
        case .mode(let mode):
            var parts: [JSON] = [.integer(mode.limit.rawValue), .flag(mode.isEditing), .flag(mode.canSearch)]
            while parts.last == .flag(false) { parts.removeLast() }
            return .array(["mode", .string(name)] + parts)
        case .found(let number, let position):
            return .array(["found", .string(name), .integer(number), position.map(JSON.integer) ?? .null])
        case .lifted(let id, let count, let refusal):
            let parts: [JSON] = [.string(name), .string(id), .integer(count)]
            return .array(["lifted"] + parts + (refusal.map { [.string($0)] } ?? []))
        case .moves(let isOn, let takesDrops):
            return .array(["moves", .string(name), .flag(isOn)] + (takesDrops ? [.flag(true)] : []))
        case .scroll(let y, let height, let share, let isAnimated):
            let parts = [.number(y), height.map(JSON.number) ?? .null, share.map(JSON.number) ?? .null]
            return .array(["scrollTo", .string(name)] + parts + (isAnimated ? [.flag(true)] : []))
        case .labels(let labels):
            return .array(
                [
                    "labels", .string(name),
                    .array(labels.map { .array([.number($0.top), .number($0.end), .string($0.text)]) }),
                ])
        case .gone(let id): return .array(["gone", .string(name), .string(id)])
        case .selection(let on, let off):
            return .array(["selected", .string(name), .array(on.map(JSON.string)), .array(off.map(JSON.string))])
        }
    }
}

extension MenuItem {
    fileprivate var json: JSON {
        let flags = (isDisabled ? 1 : 0) + (isDestructive ? 2 : 0) + (isOn == nil ? 0 : 4) + (isOn == true ? 8 : 0)
        let parts: [JSON] = [.string(title), .string(action), .string(shortcut ?? ""), .integer(flags)]
        return .array(parts + (fields.isEmpty ? [] : [.object(fields.mapValues(JSON.string))]))
    }
}

extension CollectionChange.Tile {
    fileprivate var json: JSON {
        .array([.string(id), .integer(template << 1 | (isSelected ? 1 : 0))] + values.map(JSON.value))
    }
}

extension CollectionChange.Step {
    fileprivate var json: JSON {
        switch self {
        case .keep(let count): .integer(count)
        case .drop(let count): .integer(-count)
        case .move(let id): .array([.string(id)])
        case .insert(let tile): tile.json
        }
    }
}

extension CollectionChange.SectionStep {
    fileprivate var json: JSON {
        switch self {
        case .keep(let count): .integer(count)
        case .drop(let count): .integer(-count)
        case .insert(let times, let count): .array([.integer(count)] + (times == 1 ? [] : [.integer(times)]))
        }
    }
}

extension CollectionChange.Headers {
    fileprivate var json: JSON {
        .array(
            [.integer(first)]
                + list.map { header in
                    header.values.map { .array([.string(header.id)] + $0.map(JSON.value)) } ?? .string(header.id)
                })
    }
}

extension JSON {
    /// The numbers of items in the sections, written as the insert steps that make these sections from nothing.
    fileprivate static func runs(_ counts: [Int]) -> JSON {
        var runs: [(count: Int, times: Int)] = []
        for count in counts {
            if runs.last?.count == count {
                runs[runs.count - 1].times += 1
            } else {
                runs.append((count, 1))
            }
        }
        return .array(runs.map { CollectionChange.SectionStep.insert($0.times, count: $0.count).json })
    }
}

extension CollectionChange.Geometry {
    /// Whether the client needs its part `frames` (`Client/later/frames.js`) for this geometry.
    var isOfPart: Bool {
        switch self {
        case .lattice(let lattice): lattice.hasFooters || lattice.scrollDirection == .horizontal
        case .frames: true
        }
    }

    fileprivate var json: JSON {
        switch self {
        case .lattice(let lattice): lattice.json.turned(lattice.scrollDirection)
        case .frames(let key, let frames): JSON.array([key.json] + frames.json).turned(key.scrollDirection)
        }
    }
}

extension JSON {
    /// A geometry, marked if the collection scrolls to the right.
    fileprivate func turned(_ direction: ScrollDirection) -> JSON {
        direction == .vertical ? self : .array([self, "horizontal"])
    }
}

extension CollectionChange.Frames {
    fileprivate var json: [JSON] {
        let parts: [JSON] = [
            .integer(first), .array(steps.flatMap(\.json)), .number(contentHeight),
            .array(
                [.integer(firstSection)]
                    + sections.flatMap {
                        ([$0.y, $0.end, $0.header] + ($0.footer.map { [$0] } ?? [])).map(JSON.number)
                    }),
        ]
        let looks = appearances.sorted { $0.key < $1.key }.map { number, look in
            let parts = [Double(number), look.opacity, Double(look.zIndex), look.rotation, look.scale]
            return JSON.array(parts.map(JSON.number))
        }
        return parts + (looks.isEmpty ? [] : [.array(looks)])
    }
}

extension CollectionChange.FrameStep {
    fileprivate var json: [JSON] {
        switch self {
        case .keep(let count, 0): return [.integer(count)]
        case .keep(let count, let down): return [.array([.integer(count), .number(down)])]
        case .drop(let count): return [.integer(-count)]
        case .insert(let frames):
            // Frames of one line with the same height and the same gaps become one entry.
            var lines: [[Double]] = []
            var last: (frame: ContentRect, gap: Double?)?
            for frame in frames {
                if let (before, gap) = last, before.y == frame.y, before.height == frame.height,
                    gap ?? (frame.x - before.x - before.width) == frame.x - before.x - before.width
                {
                    let gap = frame.x - before.x - before.width
                    lines[lines.count - 1][3] = gap
                    lines[lines.count - 1].append(frame.width)
                    last = (frame, gap)
                } else {
                    let above = last.map { $0.frame.y + $0.frame.height } ?? 0
                    lines.append([frame.y - above, frame.height, frame.x, 0, frame.width])
                    last = (frame, nil)
                }
            }
            return lines.map { .array($0.map(JSON.number)) }
        }
    }
}

extension CollectionChange.FramesKey {
    fileprivate var json: JSON {
        let parts: [JSON] = [.number(width), .flag(hasHeaders), .integer(version)]
        if hasFooters { return .array(parts + [.flag(!pinsHeaders), .integer(pinsFooters ? 2 : 1)]) }
        return .array(parts + (pinsHeaders ? [] : [.flag(true)]))
    }
}

extension Lattice {
    fileprivate var json: JSON {
        let numbers = [x, y, pitchX, pitchY, width, height].map(JSON.number) + [.integer(columns)]
        guard sections != nil else { return .array(numbers) }
        let lattice = numbers + [.number(headerHeight), .number(emptyHeight)] + (pinsHeaders ? [] : [.integer(1)])
        guard hasFooters else { return .array(lattice) }
        return .array([.array(lattice), .number(footerHeight)] + (pinsFooters ? [.integer(1)] : []))
    }
}

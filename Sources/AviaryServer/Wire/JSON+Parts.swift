package import AviaryText
import AviaryViews

// How the parts of a scene's messages are written. Each function has the name of a `codec` of `Wire/messages.toml`.

extension SceneMessage {
    /// One packet. All its changes become visible in one step.
    static func packet(_ messages: [SceneMessage]) -> String { JSON.array(messages.map(\.json)).text }
}

extension JSON {
    /// A message: its name and its parts. Optional parts are left out at the end. In front of another part they are
    /// `null`, or `false`.
    package static func message(_ name: String, _ parts: [JSON] = [], optional: [JSON?] = []) -> JSON {
        let isThere = { (part: JSON?) in part != nil && part != .flag(false) }
        let last = optional.lastIndex(where: isThere).map { $0 + 1 } ?? 0
        return .array([.string(name)] + parts + optional[..<last].map { $0 ?? .null })
    }

    static func value(_ value: CellValue?) -> JSON {
        switch value {
        case .text(let text), .url(let text): .string(text)
        case .color(let color): .string(color.hex)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .date(let date): ShownDate(date).map { .integer($0.milliseconds) } ?? .null
        case nil: .null
        }
    }

    package static func identifiers(_ identifiers: [String]) -> JSON { .array(identifiers.map(JSON.string)) }

    package static func choice(_ choice: some RawRepresentable<String>) -> JSON { .string(choice.rawValue) }

    package static func address(_ address: Address) -> JSON { .string(address.description) }

    static func points(_ points: Double) -> JSON { .number(points) }

    static func limit(_ limit: SelectionMode.Limit) -> JSON { .integer(limit.rawValue) }

    static func outletValues(_ values: [Int: CellValue?]) -> [JSON] {
        values.sorted { $0.key < $1.key }.flatMap { [.integer($0.key), .value($0.value)] }
    }

    static func tiles(_ tiles: [CollectionChange.Tile]) -> JSON { .array(tiles.map(\.json)) }

    static func steps(_ steps: [CollectionChange.Step]) -> JSON { .array(steps.map(\.json)) }

    static func elsewhere(_ items: [CollectionChange.Elsewhere]) -> JSON {
        .array(items.map { .array([.string($0.id), .integer($0.position)]) })
    }

    static func sections(_ steps: [CollectionChange.SectionStep]) -> JSON { .array(steps.map(\.json)) }

    /// The steps that make sections with these numbers of items from nothing.
    static func counts(_ counts: [Int]) -> JSON {
        var runs: [(count: Int, times: Int)] = []
        for count in counts {
            if runs.last?.count == count {
                runs[runs.count - 1].times += 1
            } else {
                runs.append((count, 1))
            }
        }
        return sections(runs.map { .insert($0.times, count: $0.count) })
    }

    static func headers(_ headers: CollectionChange.Headers) -> JSON { headers.json }

    static func geometry(_ geometry: CollectionChange.Geometry) -> JSON { geometry.json }

    static func frames(_ frames: CollectionChange.Frames) -> JSON { .array(frames.json) }

    static func labels(_ labels: [CollectionChange.SectionLabel]) -> JSON {
        .array(labels.map { .array([.number($0.top), .number($0.end), .string($0.text)]) })
    }

    static func choiceGroups(_ groups: [ChoiceGroup]) -> JSON {
        .array(groups.map { .array([.string($0.title), .integer($0.count)]) })
    }

    static func menuGroups(_ groups: [[MenuItem]]) -> JSON { .array(groups.map { .array($0.map(\.json)) }) }

    static func swipeActions(_ swipe: SwipeActions?) -> JSON {
        let actions = swipe?.actions.filter { !$0.isDisabled } ?? []
        guard let swipe, !actions.isEmpty else { return .array([]) }
        let isFull = swipe.performsFirstActionWithFullSwipe && swipe.actions.first == actions.first
        return .array([.flag(isFull)] + actions.map(\.json))
    }
}

extension MenuItem {
    fileprivate var json: JSON {
        let flags = (isDisabled ? 1 : 0) + (isDestructive ? 2 : 0) + (isOn == nil ? 0 : 4) + (isOn == true ? 8 : 0)
        let parts: [JSON] = [.string(title), .string(action), .string(shortcut ?? ""), .integer(flags)]
        let fields: [JSON] = fields.isEmpty && children.isEmpty ? [] : [.object(fields.mapValues(JSON.string))]
        return .array(parts + fields + (children.isEmpty ? [] : [.array(children.map(\.json))]))
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

extension CollectionChange.Geometry {
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
                        [$0.y, $0.end, $0.header, $0.footer, $0.x, $0.width].compactMap(\.self).map(JSON.number)
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
        var parts: [JSON] = [.number(width), .flag(hasHeaders), .integer(version)]
        let kind = isSelfSizing ? 1 : hasSectionsSideBySide ? 2 : 0
        if !pinsHeaders || hasFooters || kind > 0 { parts.append(.flag(!pinsHeaders)) }
        if hasFooters || kind > 0 { parts.append(.integer(hasFooters ? pinsFooters ? 2 : 1 : 0)) }
        return .array(parts + (kind > 0 ? [.integer(kind)] : []))
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

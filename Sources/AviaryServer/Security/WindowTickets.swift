import Synchronization

/// The passwords with which browsers have loaded pages, by tickets in a cookie.
///
/// Safari and WebKitGTK send no `Authorization` with the request of a WebSocket, not even to the server that has asked
/// for the password. So a page that was loaded by a password gets a ticket, and the request of its window is completed
/// by it. The check of the app then compares the password as for any request.
///
/// Tickets are in memory only. After a restart of the server these browsers load the page anew.
final class WindowTickets: Sendable {
    /// The most tickets at a time. Beyond this number, the least recently used one ends.
    static let capacity = 1024

    private struct Ticket {
        let authorization: String
        var use: Int
    }

    private struct State {
        var tickets: [String: Ticket] = [:]
        var uses = 0
    }

    private let state = Mutex(State())

    /// - Returns: The name of a new ticket; `nil` if one of these names is a ticket for the password already.
    func begin(for authorization: String, besides names: [Substring]) -> String? {
        if find(names) == authorization { return nil }
        let name = PageNonce().description
        state.withLock { state in
            if state.tickets.count >= Self.capacity, let oldest = state.tickets.min(by: { $0.value.use < $1.value.use })
            {
                state.tickets[oldest.key] = nil
            }
            state.uses += 1
            state.tickets[name] = Ticket(authorization: authorization, use: state.uses)
        }
        return name
    }

    /// The header `Authorization` of the first of these tickets; `nil` if none of them is one.
    func find(_ names: [Substring]) -> String? {
        state.withLock { state in
            guard let name = names.map(String.init).first(where: { state.tickets[$0] != nil }) else { return nil }
            state.uses += 1
            state.tickets[name]?.use = state.uses
            return state.tickets[name]?.authorization
        }
    }
}

import NIOCore

extension Channel {
    /// Has the kernel take no more than about `bytes` that it cannot send yet.
    ///
    /// It would else take megabytes for each slow reader, all of it older than what a window should show by the time
    /// it gets there. Where the option is unknown, the system's own limits hold.
    func keepSendBufferShort(_ bytes: Int) {
        #if os(Linux)
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 25)  // TCP_NOTSENT_LOWAT, linux/tcp.h
        #else
            let notSentLowWaterMark = NIOBSDSocket.Option(rawValue: 0x201)  // netinet/tcp.h
        #endif
        try? syncOptions?.setOption(.tcpOption(notSentLowWaterMark), value: SocketOptionValue(bytes))
    }
}

import AviaryProcesses
import Foundation
import Testing

struct ChildProcessTests {
    /// A child process that inherited a socket would keep it open after the server has closed it. The browser would
    /// then wait until the child exits.
    @Test func aFileThatIsOpenHereIsNotOpenThere() throws {
        // Pipes are inherited unless somebody says otherwise, as sockets of a library are.
        let pipe = Pipe()
        let process = try ChildProcess("/bin/sleep", arguments: ["sleep", "60"], environment: [])
        defer {
            process.send(SIGKILL)
            process.wait()
        }
        try pipe.fileHandleForWriting.close()
        var request = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 10_000) == 1, "somebody can still write")
        #expect(request.revents & Int16(POLLHUP) != 0)
    }
}

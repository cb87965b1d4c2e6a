#pragma once

// What a worker process needs of the system and Swift cannot call.

/// Sends an open file over a socket of the system, with one byte. The sender may close its own descriptor afterwards.
/// Returns -1 with `errno` when the other end is closed.
int aviary_send_file(int socket, int file);

/// Waits for a file from `aviary_send_file`. Returns its descriptor, or -1 when there is none.
int aviary_receive_file(int socket);

/// The parts of `aviary_confine`.
enum { AVIARY_NO_PRIVILEGES = 1, AVIARY_NO_FILES = 2, AVIARY_NO_CALLS = 4 };

/// The parts of `aviary_confine` that this system has: `AVIARY_NO_FILES` is landlock, `AVIARY_NO_CALLS` is seccomp.
int aviary_confinements(void);

/// Takes from this process, for good, what a decoder does not need. From then on it opens no file, connects to no other
/// process, and starts none; such calls fail with EPERM or EACCES. Files that are open stay so, and threads can be started.
///
/// Call it before the first thread is started, because landlock and seccomp apply to the calling thread and to those
/// that it starts. Returns the parts that the system has applied.
int aviary_confine(void);

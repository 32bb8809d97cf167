//! Reads and writes messages on standard input and output: a head with the length, and a body. Invalid frames, and those
//! with a length beyond any editor's, are refused before memory is allocated.

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::JoinHandle;

/// The largest message that is read, in bytes: a message has the text of a document.
const MOST_BYTES: usize = 64 << 20;
/// The longest line of a head, in bytes.
const MOST_HEAD: u64 = 4096;

/// The two threads of a connection.
pub(super) struct Threads {
    /// The result of reading; sent before the connection closes.
    read: Receiver<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// Connects to standard input and output.
///
/// # Errors
/// If threads cannot be started.
pub(super) fn connect() -> io::Result<(Connection, Threads)> {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver, .. } = editor;
    let answers = server.sender.clone();
    let spawn = |name: &str| std::thread::Builder::new().name(name.to_owned());
    let writer = spawn("lsp writer").spawn(move || {
        let mut out = io::stdout().lock();
        receiver.into_iter().try_for_each(|message| message.write(&mut out))?;
        out.flush()
    })?;
    let (ended, read) = mpsc::channel();
    spawn("lsp reader").spawn(move || {
        let outcome = read_messages(
            &mut io::stdin().lock(),
            |message| sender.send(message).is_ok(),
            |refused| drop(answers.send(Message::Response(refused))),
        );
        let _ = ended.send(outcome);
        drop(sender);
    })?;
    Ok((server, Threads { read, writer }))
}

/// Reads messages until `exit`, the end of the input, or `take` fails; answers invalid messages with `refused`.
fn read_messages(
    input: &mut impl BufRead,
    take: impl Fn(Message) -> bool,
    refused: impl Fn(Response),
) -> io::Result<()> {
    while let Some(bytes) = read_frame(input)? {
        let message = match serde_json::from_slice::<Message>(&bytes) {
            Ok(message) => message,
            Err(error) => {
                // The frame is complete, so reading can go on.
                let text = format!("this is not a message of the protocol: {error}");
                refused(Response::new_err(RequestId::from(-1), ErrorCode::ParseError as i32, text));
                continue;
            }
        };
        let ends = matches!(&message, Message::Notification(notification) if notification.method == "exit");
        if !take(message) || ends {
            break;
        }
    }
    Ok(())
}

impl Threads {
    /// Waits until all messages are written. With `broken`, does not wait for the reader, which may block for ever.
    ///
    /// # Errors
    /// An error of the threads.
    pub(super) fn finish(self, broken: bool) -> io::Result<()> {
        let panicked = || io::Error::other("a thread of the connection panicked");
        match self.read.try_recv() {
            Ok(outcome) => outcome?,
            Err(TryRecvError::Empty) if broken => {}
            Err(TryRecvError::Empty) => self.read.recv().map_err(|_| panicked())??,
            Err(TryRecvError::Disconnected) => return Err(panicked()),
        }
        if broken { Ok(()) } else { self.writer.join().map_err(|_| panicked())? }
    }
}

/// The next message's bytes; `None` at the end of the input.
///
/// # Errors
/// If the input is not a frame, or one that is too large.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let bad = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut length = None;
    let mut begun = false;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MOST_HEAD).read_until(b'\n', &mut line)?;
        if line.is_empty() && !begun {
            return Ok(None);
        }
        begun = true;
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(bad("the head of a message does not end".to_owned()));
        };
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(bad(format!("`{line}` is not a line of a head")));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse::<usize>();
            length = Some(number.map_err(|_| bad(format!("`{}` is not a length", value.trim())))?);
        }
    }
    let length = length.ok_or_else(|| bad("the head of a message has no Content-Length".to_owned()))?;
    if length > MOST_BYTES {
        return Err(bad(format!("a message of {length} bytes is too large; at most {MOST_BYTES} are read")));
    }
    let mut bytes = Vec::new();
    input.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(bad(format!("the input ends within a message, {} bytes early", length - bytes.len())));
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Result<Option<String>, String> {
        let read = read_frame(&mut text.as_bytes());
        read.map(|bytes| bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn frames_are_read_and_others_refused() {
        assert_eq!(frame(""), Ok(None));
        assert_eq!(frame("Content-Length: 2\r\n\r\n{}rest"), Ok(Some("{}".to_owned())));
        assert_eq!(frame("content-length:2\nX: y\n\n{}"), Ok(Some("{}".to_owned())));
        let refused = |text: &str, part: &str| {
            assert!(frame(text).is_err_and(|error| error.contains(part)), "{text}: {part}");
        };
        refused("Content-Length: 99999999999999\r\n\r\n", "too large");
        refused("Content-Length: 99999999999999999999999\r\n\r\n", "is not a length");
        refused("Content-Length: -1\r\n\r\n", "is not a length");
        refused("Content-Length: 5\r\n\r\n{}", "ends within");
        refused("X: y\r\n\r\n", "no Content-Length");
        refused("GET / HTTP/1.1\r\n", "is not a line");
        refused(&"x".repeat(10_000), "does not end");
        refused("Content-Length: 2", "does not end");
    }
}

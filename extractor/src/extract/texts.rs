//! Source texts waiting to be stored: workers compress and decompress them.

use quarrel_common::always;
use std::sync::{Mutex, PoisonError};

/// Levels of compression: for a database that people keep, and for a scratch database.
pub(super) const SMALL: i32 = 3;
pub(super) const QUICK: i32 = 1;

/// Compresses texts one after the other, reusing its buffer.
pub(super) struct Compressor {
    inner: Option<zstd::bulk::Compressor<'static>>,
    room: Vec<u8>,
}

impl Compressor {
    pub(super) fn new(level: i32) -> Compressor {
        Compressor { inner: zstd::bulk::Compressor::new(level).ok(), room: Vec::new() }
    }

    pub(super) fn compress(&mut self, text: &str) -> Vec<u8> {
        self.room.clear();
        self.room.reserve(zstd::zstd_safe::compress_bound(text.len()));
        let Some(inner) = &mut self.inner else { return Vec::new() };
        // Compressing into memory does not fail; if it did, the text would not be stored.
        match inner.compress_to_buffer(text.as_bytes(), &mut self.room) {
            Ok(_) => self.room.clone(),
            Err(_) => Vec::new(),
        }
    }
}

/// Objects that workers return for reuse.
pub(super) struct Spare<T>(Mutex<Vec<T>>);

impl<T> Default for Spare<T> {
    fn default() -> Spare<T> {
        Spare(Mutex::new(Vec::new()))
    }
}

impl<T> Spare<T> {
    pub(super) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    pub(super) fn give(&self, thing: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thing);
    }
}

/// Decompresses texts one after the other.
pub(super) struct Decompressor(Option<zstd::bulk::Decompressor<'static>>);

impl Decompressor {
    pub(super) fn new() -> Decompressor {
        Decompressor(zstd::bulk::Decompressor::new().ok())
    }

    pub(super) fn decompress(&mut self, blob: &[u8], size: u64) -> String {
        let size = always!(usize::try_from(size)).unwrap_or(0);
        let bytes =
            always!(self.0.as_mut().and_then(|it| it.decompress(blob, size).ok())).unwrap_or_default();
        always!(String::from_utf8(bytes)).unwrap_or_default()
    }
}

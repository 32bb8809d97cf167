//! Reads the class files in the `lib/modules` of a JDK: a run-time image (`jdk.internal.jimage`, version 1.0).
//!
//! An image is a header, a table of locations, their attributes, strings, and the resources themselves; numbers are in
//! the byte order of its machine. JDKs from 24 on often have no `jmods` beside it (JEP 493).

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::limits::Stop;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;

/// No class file is larger, whatever a damaged image says.
const MAX_CLASS: u64 = 64 << 20;

/// A class file in the image.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Resource {
    /// `module/package/Name`, without the part after the last dot.
    name: String,
    offset: u64,
    size: u64,
}

/// Calls `with` for each class file of the image, in the order of modules and names.
///
/// # Errors
/// If the file cannot be read, is no image, or holds its class files compressed.
pub fn for_each_class(
    path: &Path,
    stop: &Stop,
    with: &mut dyn FnMut(&[u8]) -> Result<(), String>,
) -> Result<(), String> {
    let mut file = File::open(path).map_err(|e| e.to_string())?;
    let size = file.metadata().map_err(|e| e.to_string())?.len();
    let mut read = |offset: u64, len: u64| -> Result<Vec<u8>, String> {
        if offset.checked_add(len).is_none_or(|end| end > size) {
            return Err("the image is cut off".to_owned());
        }
        let mut bytes = vec![0; usize::try_from(len).map_err(|e| e.to_string())?];
        file.seek(SeekFrom::Start(offset)).map_err(|e| e.to_string())?;
        file.read_exact(&mut bytes).map_err(|e| e.to_string())?;
        Ok(bytes)
    };
    let header = read(0, HEADER as u64)?;
    let index = read(0, index_size(&header)?)?;
    let mut first_error = None;
    let mut understood = 0;
    for resource in resources(&index)? {
        if stop.is_set() {
            return Err("it was not read to its end".to_owned());
        }
        let bytes = read(resource.offset, resource.size)?;
        match with(&bytes) {
            Ok(()) => understood += 1,
            Err(error) => {
                first_error.get_or_insert(format!("{}: {error}", resource.name));
            }
        }
    }
    match first_error {
        Some(error) if understood == 0 => Err(error),
        _ => Ok(()),
    }
}

/// The numbers of a header or table, in the image's byte order.
struct Numbers<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Numbers<'_> {
    fn new(bytes: &[u8]) -> Result<Numbers<'_>, String> {
        let magic = bytes.first_chunk::<4>().copied().unwrap_or_default();
        match magic {
            _ if u32::from_le_bytes(magic) == MAGIC => Ok(Numbers { bytes, little: true }),
            _ if u32::from_be_bytes(magic) == MAGIC => Ok(Numbers { bytes, little: false }),
            _ => Err("it is no run-time image".to_owned()),
        }
    }

    fn at(&self, offset: usize) -> u32 {
        let found = self.bytes.get(offset..).and_then(|rest| rest.first_chunk::<4>());
        let bytes = found.copied().unwrap_or_default();
        if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    }
}

/// The index: the number of locations, and where their attributes and the strings begin and end.
struct Layout {
    locations: usize,
    attributes: usize,
    strings: usize,
    end: usize,
}

fn layout(numbers: &Numbers<'_>) -> Layout {
    let number = |at: usize| numbers.at(at) as usize;
    let locations = number(16);
    // The redirections of the hash table come first, then the offsets of the locations.
    let attributes = HEADER + 8 * locations;
    let strings = attributes + number(20);
    Layout { locations, attributes, strings, end: strings + number(24) }
}

fn index_size(header: &[u8]) -> Result<u64, String> {
    let numbers = Numbers::new(header)?;
    if numbers.at(4) >> 16 != 1 {
        return Err(format!("it is a run-time image of version {}, not 1", numbers.at(4) >> 16));
    }
    Ok(layout(&numbers).end as u64)
}

/// The class files that the index lists, sorted.
fn resources(index: &[u8]) -> Result<Vec<Resource>, String> {
    let numbers = Numbers::new(index)?;
    let Layout { locations, attributes, strings, end } = layout(&numbers);
    let part = |from: usize, to: usize| index.get(from..to).ok_or("the image is cut off");
    let (attributes, strings) = (part(attributes, strings)?, part(strings, end)?);
    let text = |at: u64| -> &str {
        let bytes = strings.get(at as usize..).unwrap_or_default();
        let len = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        std::str::from_utf8(&bytes[..len]).unwrap_or("")
    };
    let mut found = Vec::new();
    for place in 0..locations {
        let offset = numbers.at(HEADER + 4 * (locations + place)) as usize;
        // Module, parent, base and extension as strings; offset, compressed and real size.
        let [_, module, parent, base, extension, offset, compressed, size] =
            location(attributes.get(offset..).unwrap_or_default());
        if text(extension) != "class" || size > MAX_CLASS {
            continue;
        }
        if compressed != 0 {
            return Err("its class files are compressed; name a JDK with a folder `jmods`".to_owned());
        }
        let name = format!("{}/{}/{}", text(module), text(parent), text(base));
        found.push(Resource { name, offset: end as u64 + offset, size });
    }
    found.sort();
    Ok(found)
}

/// The attributes of a location by kind: each a byte with kind and length, then a number, most significant byte first;
/// kind 0 ends them.
fn location(bytes: &[u8]) -> [u64; 8] {
    let mut values = [0; 8];
    let mut at = 0;
    while let Some(&head) = bytes.get(at) {
        let (kind, len) = (usize::from(head >> 3), usize::from(head & 7) + 1);
        let Some(value) = values.get_mut(kind).filter(|_| kind != 0) else { break };
        *value = bytes.iter().skip(at + 1).take(len).fold(0, |value, byte| value << 8 | u64::from(*byte));
        at += 1 + len;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of these resources: module, parent, base, extension and content.
    fn image(resources: &[(&str, &str, &str, &str, &[u8])], little: bool) -> Vec<u8> {
        let (mut strings, mut attributes, mut offsets, mut content) =
            (vec![0], vec![0], Vec::new(), Vec::new());
        for (module, parent, base, extension, bytes) in resources {
            offsets.push(attributes.len() as u32);
            for (kind, text) in [(1, module), (2, parent), (3, base), (4, extension)] {
                attributes.extend([kind << 3 | 1, (strings.len() >> 8) as u8, strings.len() as u8]);
                strings.extend(text.as_bytes());
                strings.push(0);
            }
            attributes.extend([5 << 3, content.len() as u8, 7 << 3, bytes.len() as u8, 0]);
            content.extend(*bytes);
        }
        let count = resources.len() as u32;
        let mut out = Vec::new();
        let mut number = |n: u32| out.extend(if little { n.to_le_bytes() } else { n.to_be_bytes() });
        for n in [MAGIC, 1 << 16, 0, count, count, attributes.len() as u32, strings.len() as u32] {
            number(n);
        }
        (0..count).for_each(|_| number(0));
        offsets.into_iter().for_each(number);
        [out, attributes, strings, content].concat()
    }

    #[test]
    fn class_files_are_found_in_order() {
        for little in [true, false] {
            let resources: &[(&str, &str, &str, &str, &[u8])] = &[
                ("b", "p/q", "Z", "class", b"second"),
                ("b", "p/q", "text", "properties", b"not this"),
                ("a", "p", "B", "class", b"first"),
            ];
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("modules");
            std::fs::write(&path, image(resources, little)).unwrap();
            let mut found = Vec::new();
            let mut with = |bytes: &[u8]| -> Result<(), String> {
                found.push(String::from_utf8_lossy(bytes).into_owned());
                Ok(())
            };
            for_each_class(&path, &Stop::default(), &mut with).unwrap();
            assert_eq!(found, ["first", "second"]);
        }
    }

    #[test]
    fn damaged_images_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("modules");
        let whole = image(&[("a", "p", "B", "class", b"content")], true);
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            assert!(for_each_class(&path, &Stop::default(), &mut |_| Ok(())).is_err(), "cut at {cut}");
        }
        std::fs::write(&path, b"PK\x03\x04 this is no image of any sort").unwrap();
        assert_eq!(
            for_each_class(&path, &Stop::default(), &mut |_| Ok(())),
            Err("it is no run-time image".to_owned())
        );
    }
}

//! What is written is read; what is damaged is an error.

use crate::{Block, Buffer, ROWS, Reader, Writer};
use quarrel_seeded::{Random, seeds};
use std::path::Path;

type Rows = Vec<Vec<Option<i64>>>;

fn written(path: &Path, tables: &[(&str, &[&str], &Rows)]) {
    let names = tables.iter().map(|(name, columns, _)| {
        ((*name).to_owned(), columns.iter().map(|column| (*column).to_owned()).collect())
    });
    let mut writer = Writer::create(path, names).expect("a file");
    // Rows of several tables come by turns.
    let most = tables.iter().map(|(.., rows)| rows.len()).max().unwrap_or(0);
    for at in 0..most {
        for (table, (.., rows)) in tables.iter().enumerate() {
            if let Some(row) = rows.get(at) {
                writer.push(table, row).expect("written");
            }
        }
    }
    let size = writer.finish().expect("written");
    assert_eq!(size, std::fs::metadata(path).expect("a file").len());
}

fn read(reader: &Reader, table: &str, columns: &[&str]) -> Rows {
    let table = reader.table(table).expect("a table");
    let mut rows = Rows::new();
    for block in table.blocks() {
        let first = rows.len();
        rows.resize(first + block.rows(), Vec::new());
        for column in columns {
            let column = table.column(column).expect("a column");
            let (mut buffer, mut low) = (Buffer::default(), Vec::new());
            let values = reader.column(block, column, &mut buffer).expect("read");
            values.low_bits(7, &mut low);
            for row in 0..block.rows() {
                let value = values.get(row);
                rows[first + row].push(value);
                assert!(value.is_some() || values.has_gaps());
                assert!(value.is_none_or(|value| (value + 7) as u32 == low[row]));
                if let Some(value) = value {
                    assert!(!values.ascends() || values.find(value) == Some(row));
                    let (min, max) = block.range(column).expect("a range");
                    assert!(min <= value && value <= max);
                }
            }
            assert_eq!(values.get(block.rows()), None);
        }
    }
    rows
}

#[test]
fn what_was_written_is_read() {
    for seed in seeds(12) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("columns");
        let mut random = Random::new(seed);
        let count = [0, 1, 5, 700][random.below(4)];
        let bits = [0, 1, 8, 16, 24, 31, 32, 40, 60];
        let kinds: Vec<(usize, bool)> =
            (0..4).map(|_| (random.below(bits.len()), random.chance(40))).collect();
        let mut rows = Rows::new();
        for at in 0..count {
            let mut row = vec![Some(i64::from(at) * 3 - 20)];
            for (kind, has_gaps) in &kinds {
                let number = (random.bits() & ((1 << bits[*kind]) - 1)).cast_signed();
                let value = if random.chance(30) { -number } else { number };
                row.push((!has_gaps || random.chance(70)).then_some(value));
            }
            rows.push(row);
        }
        let more: Rows = (0..count / 2).map(|at| vec![Some(i64::from(at) / 5)]).collect();
        let columns = ["id", "a", "b", "c", "d"];
        written(&path, &[("t", &columns, &rows), ("empty", &["x"], &Rows::new()), ("u", &["x"], &more)]);
        let reader = Reader::open(&path).expect("opened");
        assert!(read(&reader, "t", &columns) == rows, "seed {seed}");
        assert!(read(&reader, "u", &["x"]) == more);
        assert!(read(&reader, "empty", &["x"]).is_empty());
        let other: Rows = rows.iter().map(|row| vec![row[3], row[0]]).collect();
        assert!(read(&reader, "t", &["c", "id"]) == other);
        assert!(reader.table("v").is_none() && reader.table("t").is_some_and(|t| t.column("x").is_none()));
    }
}

#[test]
fn blocks_end_where_they_are_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("columns");
    let rows: Rows =
        (0..ROWS as i64 * 2 + 3).map(|at| vec![Some(at), (at % 3 > 0).then_some(at % 7)]).collect();
    written(&path, &[("t", &["id", "a"], &rows)]);
    let reader = Reader::open(&path).expect("opened");
    let table = reader.table("t").expect("a table");
    let counts: Vec<usize> = table.blocks().iter().map(Block::rows).collect();
    assert_eq!(counts, [ROWS, ROWS, 3]);
    assert_eq!(table.blocks()[1].range(0), Some((ROWS as i64, 2 * ROWS as i64 - 1)));
    let mut buffer = Buffer::default();
    let ids = reader.column(&table.blocks()[1], 0, &mut buffer).expect("read");
    assert_eq!((ids.find(ROWS as i64 + 5), ids.find(5)), (Some(5), None));
    // What a third block would need is not written twice over: ids of a block take two bytes, small numbers one.
    assert!(std::fs::metadata(&path).expect("a file").len() < rows.len() as u64 * 3 + 2000);
}

#[test]
fn what_is_damaged_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("columns");
    let rows: Rows = (0..100).map(|at| vec![Some(at), (at % 3 > 0).then_some(at * at)]).collect();
    written(&path, &[("t", &["id", "a"], &rows)]);
    assert!(Writer::create(&path, []).is_err(), "what is there is not written over");
    let whole = std::fs::read(&path).expect("read");
    let damaged = folder.path().join("damaged");
    for len in (0..whole.len()).step_by(3) {
        std::fs::write(&damaged, &whole[..len]).expect("written");
        assert!(Reader::open(&damaged).is_err(), "{len} bytes");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        std::fs::write(&damaged, &bytes).expect("written");
        let Ok(reader) = Reader::open(&damaged) else { continue };
        // Other values are read than were written, but nothing goes wrong.
        let Some(table) = reader.table("t") else { continue };
        for block in table.blocks() {
            for column in 0..3 {
                let mut buffer = Buffer::default();
                let Ok(values) = reader.column(block, column, &mut buffer) else { continue };
                values.low_bits(1, &mut Vec::new());
                let _ = (0..block.rows()).map(|row| values.get(row)).max();
                let _ = values.find(9);
            }
        }
    }
    assert!(Reader::open(Path::new("/nowhere")).is_err());
}

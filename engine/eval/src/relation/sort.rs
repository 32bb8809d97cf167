//! Sorting and merging of rows. Rows are packed into machine words where they fit: each column needs only the bits
//! of its own range of values, so that two or three columns of entity ids usually fit into 64 bits, and sorting
//! becomes a radix sort of few passes.

use super::Table;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Where each column lies in a packed word, most significant first.
struct Layout {
    parts: Vec<Part>,
    bits: u32,
}

#[derive(Clone, Copy)]
struct Part {
    min: u32,
    shift: u32,
    mask: u32,
}

impl Layout {
    /// A layout for the values of all the tables, which have the same number of columns.
    fn new(tables: &[&Table]) -> Self {
        let arity = tables[0].cols.len();
        let mut parts = Vec::with_capacity(arity);
        let mut widths = Vec::with_capacity(arity);
        for col in 0..arity {
            let (mut min, mut max) = (u32::MAX, 0);
            for table in tables {
                for &value in &table.cols[col] {
                    min = min.min(value);
                    max = max.max(value);
                }
            }
            let min = min.min(max);
            widths.push(32 - (max - min).leading_zeros());
            parts.push(Part { min, shift: 0, mask: max - min });
        }
        let mut shift = 0;
        for (part, width) in parts.iter_mut().zip(&widths).rev() {
            part.shift = shift;
            part.mask = if *width == 32 { u32::MAX } else { (1 << width) - 1 };
            shift += width;
        }
        Self { parts, bits: shift }
    }
}

/// A packed row.
trait Word: Copy + Ord + Default + Send + Sync {
    fn place(value: u32, shift: u32) -> Self;
    fn or(self, other: Self) -> Self;
    fn part(self, shift: u32, mask: u32) -> u32;
}

impl Word for u64 {
    fn place(value: u32, shift: u32) -> Self {
        // A column without width at the very top would be shifted by 64; its value is 0 then.
        Self::from(value).checked_shl(shift).unwrap_or(0)
    }
    fn or(self, other: Self) -> Self {
        self | other
    }
    fn part(self, shift: u32, mask: u32) -> u32 {
        (self.checked_shr(shift).unwrap_or(0) as u32) & mask
    }
}

impl Word for u128 {
    fn place(value: u32, shift: u32) -> Self {
        Self::from(value).checked_shl(shift).unwrap_or(0)
    }
    fn or(self, other: Self) -> Self {
        self | other
    }
    fn part(self, shift: u32, mask: u32) -> u32 {
        (self.checked_shr(shift).unwrap_or(0) as u32) & mask
    }
}

/// Rows that are packed at a time: few enough to stay in a cache while their columns are added.
const CHUNK: usize = 1 << 13;

fn pack<W: Word>(layout: &Layout, table: &Table) -> Vec<W> {
    let fill = |words: &mut [W], first: usize| {
        for (part, col) in layout.parts.iter().zip(&table.cols) {
            if part.mask == 0 {
                continue;
            }
            for (word, &value) in words.iter_mut().zip(&col[first..]) {
                *word = word.or(W::place(value - part.min, part.shift));
            }
        }
    };
    let mut words = vec![W::default(); table.len];
    if table.len >= PARALLEL && rayon::current_num_threads() > 1 {
        words.par_chunks_mut(CHUNK).enumerate().for_each(|(at, words)| fill(words, at * CHUNK));
    } else {
        words.chunks_mut(CHUNK).enumerate().for_each(|(at, words)| fill(words, at * CHUNK));
    }
    words
}

fn unpack<W: Word>(layout: &Layout, words: &[W]) -> Table {
    let column = |part: &Part| words.iter().map(|word| word.part(part.shift, part.mask) + part.min).collect();
    let cols = if words.len() >= PARALLEL && rayon::current_num_threads() > 1 {
        layout.parts.par_iter().map(column).collect()
    } else {
        layout.parts.iter().map(column).collect()
    };
    Table { cols, len: words.len() }
}

/// Sorts by digits, least significant first; only the low `bits` bits differ.
fn radix_sort(words: &mut Vec<u64>, bits: u32) {
    if words.len() < 2048 || bits > 11 * 5 {
        words.sort_unstable();
        return;
    }
    let passes = bits.div_ceil(11).max(1);
    let digit = bits.div_ceil(passes);
    let size = 1usize << digit;
    let mask = (size - 1) as u64;
    let mut other = vec![0; words.len()];
    let mut counts = vec![0usize; size];
    for pass in 0..passes {
        let shift = pass * digit;
        counts.fill(0);
        for &word in words.iter() {
            counts[((word >> shift) & mask) as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut counts {
            sum += std::mem::replace(count, sum);
        }
        for &word in words.iter() {
            let slot = &mut counts[((word >> shift) & mask) as usize];
            other[*slot] = word;
            *slot += 1;
        }
        std::mem::swap(words, &mut other);
    }
}

/// Rows above which a sort is split between threads.
const PARALLEL: usize = 1 << 18;

fn sort_words(words: &mut Vec<u64>, bits: u32) {
    // Where rows are many for the range that they lie in, a bit for each possible row sorts them and finds equal ones.
    if bits <= 30 && (1usize << bits) / 64 <= words.len() {
        sort_dense(words, bits);
        return;
    }
    sort_parts(words, bits, rayon::current_num_threads());
}

fn sort_dense(words: &mut Vec<u64>, bits: u32) {
    let mark = |words: &[u64]| {
        let mut marks = vec![0u64; (1usize << bits).div_ceil(64)];
        for &word in words {
            marks[(word >> 6) as usize] |= 1 << (word & 63);
        }
        marks
    };
    let marks = if words.len() >= PARALLEL && rayon::current_num_threads() > 1 {
        let (lower, upper) = words.split_at(words.len() / 2);
        let (mut marks, more) = rayon::join(|| mark(lower), || mark(upper));
        marks.iter_mut().zip(more).for_each(|(mark, more)| *mark |= more);
        marks
    } else {
        mark(words)
    };
    let parallel = words.len() >= PARALLEL && rayon::current_num_threads() > 1;
    words.clear();
    if parallel {
        let middle = marks.len() / 2;
        let mut upper = Vec::new();
        rayon::join(|| list(&marks[..middle], 0, words), || list(&marks[middle..], middle, &mut upper));
        words.extend_from_slice(&upper);
    } else {
        list(&marks, 0, words);
    }
}

/// The numbers of the marked bits, `first` words of marks before these.
fn list(marks: &[u64], first: usize, words: &mut Vec<u64>) {
    for (at, &mark) in marks.iter().enumerate() {
        let mut mark = mark;
        while mark != 0 {
            words.push(((first + at) as u64) << 6 | u64::from(mark.trailing_zeros()));
            mark &= mark - 1;
        }
    }
}

/// Sorts in as many parts as there are threads for it.
fn sort_parts(words: &mut Vec<u64>, bits: u32, threads: usize) {
    if words.len() < PARALLEL || threads < 2 {
        radix_sort(words, bits);
        words.dedup();
        return;
    }
    let mut upper = words.split_off(words.len() / 2);
    let (ours, theirs) = (threads / 2, threads - threads / 2);
    rayon::join(|| sort_parts(words, bits, ours), || sort_parts(&mut upper, bits, theirs));
    *words = merge_words(words, &upper);
}

/// The union of two sorted distinct lists; of long ones each thread merges its part of the range.
fn merge_words<W: Word>(a: &[W], b: &[W]) -> Vec<W> {
    if a.len() + b.len() < PARALLEL || a.is_empty() || rayon::current_num_threads() < 2 {
        return merge_stretch(a, b);
    }
    let middle = a.len() / 2;
    let cut = b.partition_point(|word| *word < a[middle]);
    let ((a1, a2), (b1, b2)) = (a.split_at(middle), b.split_at(cut));
    let (mut lower, upper) = rayon::join(|| merge_stretch(a1, b1), || merge_stretch(a2, b2));
    lower.extend_from_slice(&upper);
    lower
}

fn merge_stretch<W: Word>(a: &[W], b: &[W]) -> Vec<W> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        out.push(x.min(y));
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

/// Stretches of ascending rows that are worth merging rather than sorting anew.
const MOST_STRETCHES: usize = 16;
/// The fewest rows that a stretch should have on average for that.
const LONG_STRETCH: usize = 256;

/// Merges stretches of ascending rows.
fn merge_stretches(table: Table, starts: &[usize]) -> Table {
    let ends = starts[1..].iter().copied().chain([table.len]);
    let mut runs: Vec<Table> = starts.iter().zip(ends).map(|(&start, end)| table.slice(start..end)).collect();
    let arity = table.cols.len();
    drop(table);
    // Neighbours first, so that each row is merged as often as there are levels.
    while runs.len() > 1 {
        let mut next = Vec::with_capacity(runs.len().div_ceil(2));
        let mut left = runs.into_iter();
        while let Some(run) = left.next() {
            next.push(match left.next() {
                Some(other) => merge(&run, &other),
                None => run,
            });
        }
        runs = next;
    }
    runs.pop().unwrap_or_else(|| Table::empty(arity))
}

/// The distinct rows in ascending order.
pub fn sort_distinct(mut table: Table) -> Table {
    if table.cols.is_empty() {
        table.len = table.len.min(1);
        return table;
    }
    match super::merge::stretches(&table, MOST_STRETCHES) {
        Some(starts) if starts.len() == 1 => return table,
        // What is one column and dense is sorted faster by marks.
        Some(starts) if table.cols.len() > 1 && table.len / starts.len() >= LONG_STRETCH => {
            return merge_stretches(table, &starts);
        }
        _ => {}
    }
    let layout = Layout::new(&[&table]);
    if layout.bits <= 64 {
        let mut words: Vec<u64> = pack(&layout, &table);
        drop(table);
        sort_words(&mut words, layout.bits);
        unpack(&layout, &words)
    } else if layout.bits <= 128 {
        let mut words: Vec<u128> = pack(&layout, &table);
        drop(table);
        if words.len() >= PARALLEL && rayon::current_num_threads() > 1 {
            words.par_sort_unstable();
        } else {
            words.sort_unstable();
        }
        words.dedup();
        unpack(&layout, &words)
    } else {
        let mut rows: Vec<u32> = (0..table.len as u32).collect();
        let cols = &table.cols;
        rows.sort_unstable_by(|&a, &b| super::cmp_rows(cols, a as usize, cols, b as usize));
        rows.dedup_by(|a, b| super::cmp_rows(cols, *a as usize, cols, *b as usize) == Ordering::Equal);
        let all: Vec<usize> = (0..cols.len()).collect();
        table.gather(&rows, &all)
    }
}

/// The union of two tables that are sorted and distinct and have at least one column.
pub fn merge(a: &Table, b: &Table) -> Table {
    if let Some(union) = super::merge::union(a, b) {
        return union;
    }
    let layout = Layout::new(&[a, b]);
    if layout.bits <= 64 {
        return unpack(&layout, &merge_words::<u64>(&pack(&layout, a), &pack(&layout, b)));
    }
    if layout.bits <= 128 {
        return unpack(&layout, &merge_words::<u128>(&pack(&layout, a), &pack(&layout, b)));
    }
    let mut out = Table { cols: vec![Vec::with_capacity(a.len + b.len); a.cols.len()], len: 0 };
    let (mut i, mut j) = (0, 0);
    while i < a.len || j < b.len {
        let order = if i == a.len {
            Ordering::Greater
        } else if j == b.len {
            Ordering::Less
        } else {
            super::cmp_rows(&a.cols, i, &b.cols, j)
        };
        for (col, target) in out.cols.iter_mut().enumerate() {
            target.push(if order == Ordering::Greater { b.cols[col][j] } else { a.cols[col][i] });
        }
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        out.len += 1;
    }
    out
}

/// The rows of `low..high` of a sorted stretch that equal `value`; short stretches are stepped through.
#[inline]
pub fn equal_range(col: &[u32], low: usize, high: usize, value: u32) -> (usize, usize) {
    let stretch = &col[low..high];
    if stretch.len() <= 8 {
        let begin = stretch.iter().take_while(|&&v| v < value).count();
        let count = stretch[begin..].iter().take_while(|&&v| v == value).count();
        return (low + begin, low + begin + count);
    }
    let begin = stretch.partition_point(|&v| v < value);
    let rest = &stretch[begin..];
    // Most keys have few rows: gallop to the end of the run.
    let mut step = 1;
    while step < rest.len() && rest[step] == value {
        step *= 2;
    }
    let from = step / 2;
    let until = step.min(rest.len());
    let count = from + rest[from..until].partition_point(|&v| v <= value);
    (low + begin, low + begin + count)
}

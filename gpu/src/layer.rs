//! Layers: all different positions a number of moves before the end.

use core::mem::size_of;
use core::ops::Range;

use wgpu::Buffer;

/// The bytes of a node's words and of its weight.
pub(crate) const NODE: u64 = size_of::<[u64; 4]>() as u64;
pub(crate) const WEIGHT: u64 = size_of::<u64>() as u64;

/// Nodes on the device, with their weights.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) words: Buffer,
    pub(crate) weights: Buffer,
}

/// Nodes in the order of their bins.
#[derive(Debug)]
pub(crate) struct Sorted {
    pub(crate) nodes: Nodes,
    /// Where each bin begins, and where the last one ends.
    pub(crate) starts: Vec<u32>,
}

/// A layer. A bin has nodes in each of the sorted buffers.
#[derive(Debug, Default)]
pub(crate) struct Layer {
    pub(crate) sorted: Vec<Sorted>,
    /// The largest upper half of a weight.
    pub(crate) largest: u32,
}

/// The nodes that are taken together: ranges of sorted buffers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) ranges: Vec<(usize, Range<u32>)>,
    pub(crate) len: u32,
}

impl Layer {
    /// Returns the bytes of the buffers.
    pub(crate) fn bytes(&self) -> u64 {
        self.sorted.iter().map(|one| one.nodes.words.size() + one.nodes.weights.size()).sum()
    }

    /// Returns the number of nodes of the largest bin.
    pub(crate) fn largest_bin(&self) -> u64 {
        let bins = self.sorted.first().map_or(0, |one| one.starts.len() - 1);
        let len = |bin: usize| {
            self.sorted.iter().map(|one| u64::from(one.starts[bin + 1] - one.starts[bin])).sum()
        };
        (0..bins).map(len).max().unwrap_or(0)
    }

    /// Divides the layer into parts of whole bins with at most a number of nodes. Only a bin with
    /// more is divided.
    pub(crate) fn parts(&self, most: u32) -> Vec<Part> {
        let starts: Vec<&[u32]> = self.sorted.iter().map(|one| one.starts.as_slice()).collect();
        parts(&starts, most)
    }
}

fn parts(starts: &[&[u32]], most: u32) -> Vec<Part> {
    let mut all = Vec::new();
    let mut part = Part::default();
    for bin in 0..starts.first().map_or(0, |starts| starts.len() - 1) {
        let len: u64 = starts.iter().map(|starts| u64::from(starts[bin + 1] - starts[bin])).sum();
        if u64::from(part.len) + len > u64::from(most) && part.len > 0 {
            all.push(core::mem::take(&mut part));
        }
        for (index, starts) in starts.iter().enumerate() {
            let (mut from, end) = (starts[bin], starts[bin + 1]);
            while from < end {
                if part.len == most {
                    all.push(core::mem::take(&mut part));
                }
                let to = end.min(from + (most - part.len));
                part.add(index, from..to);
                from = to;
            }
        }
    }
    if part.len > 0 {
        all.push(part);
    }
    all
}

impl Part {
    /// Returns where the range of a sorted buffer begins, its length, and where it goes in the
    /// part.
    pub(crate) fn segment(&self, index: usize) -> [u32; 4] {
        let mut at = 0;
        for (sorted, range) in &self.ranges {
            let len = range.end - range.start;
            if *sorted == index {
                return [range.start, len, at, 0];
            }
            at += len;
        }
        [0; 4]
    }

    /// Adds a range, which goes on with one that is there if it follows it.
    fn add(&mut self, index: usize, range: Range<u32>) {
        self.len += range.end - range.start;
        match self
            .ranges
            .iter_mut()
            .find(|(sorted, known)| *sorted == index && known.end == range.start)
        {
            Some((_, known)) => known.end = range.end,
            None => self.ranges.push((index, range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_all_buffers_follow_each_other_in_a_part() {
        let part = Part { len: 7, ranges: vec![(0, 5..7), (2, 3..7), (1, 1..2)] };
        let segments = [0, 1, 2, 3].map(|index| part.segment(index));
        assert_eq!(segments, [[5, 2, 0, 0], [1, 1, 6, 0], [3, 4, 2, 0], [0; 4]]);
    }

    #[test]
    fn parts_have_whole_bins_unless_one_is_too_large() {
        let (one, other) = ([0, 2, 2, 9, 10], [0, 1, 4, 8, 8]);
        let part = |len, ranges: &[(usize, Range<u32>)]| Part { len, ranges: ranges.to_vec() };
        assert_eq!(
            parts(&[&one, &other], 7),
            [
                part(6, &[(0, 0..2), (1, 0..4)]),
                part(7, &[(0, 2..9)]),
                part(5, &[(1, 4..8), (0, 9..10)]),
            ]
        );
        assert_eq!(parts(&[&one, &other], 100), [part(18, &[(0, 0..10), (1, 0..8)])]);
        assert_eq!(parts(&[&one], 1).len(), 10);
        assert_eq!(parts(&[], 5), []);
        assert_eq!(parts(&[&[0, 0, 0]], 5), []);
    }
}

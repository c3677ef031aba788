//! What the table keeps of a node: score, bound, depth, and the best turn as its number in generation order.

/// How a stored score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// At least.
    Lower = 1,
    /// At most.
    Upper = 2,
    /// Neither more nor less.
    Exact = 3,
}

/// An entry, unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// From the node, see [`super::score::from_node`]. It fits 16 bits.
    pub(super) score: i32,
    /// The depth to which the node was searched.
    pub(super) depth: u32,
    pub(super) bound: Bound,
    /// The best turn's number, if one stood out.
    pub(super) best: Option<u16>,
}

/// Numbers have 12 bits; the last one stands for none.
const NO_BEST: u16 = 0xfff;

impl Entry {
    /// 16 bits of score, 12 of turn, 8 of depth, 2 of bound; never 0.
    pub(super) fn pack(self) -> u64 {
        let score = u64::from(self.score as i16 as u16);
        let best = self.best.map_or(NO_BEST, |best| best.min(NO_BEST));
        score | u64::from(best) << 16 | u64::from(self.depth.min(0xff)) << 28 | (self.bound as u64) << 36
    }

    /// The inverse of [`Entry::pack`].
    pub(super) fn unpack(payload: u64) -> Option<Entry> {
        let bound = match payload >> 36 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (payload >> 16) as u16 & NO_BEST;
        Some(Entry {
            score: i32::from(payload as u16 as i16),
            depth: depth(payload),
            bound,
            best: (best != NO_BEST).then_some(best),
        })
    }
}

/// The depth of a packed entry.
pub(super) fn depth(payload: u64) -> u32 {
    (payload >> 28) as u32 & 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for score in [-30_000, -1, 0, 77, 30_000] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for best in [None, Some(0), Some(1760)] {
                    let entry = Entry { score, depth: 64, bound, best };
                    assert_eq!(Entry::unpack(entry.pack()), Some(entry));
                }
            }
        }
    }
}

//! A net of one layer of rectified units: what the features mean together, beyond what each adds by itself.

use super::features::{INPUTS, Inputs};

/// How many units there are. A unit is nothing until its weighted sum of the inputs is above nothing.
pub const UNITS: usize = 32;

/// The weights of a net; its answer is in natural log odds.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// For each input its weight in each unit. The first input is always one.
    pub inputs: [[f32; UNITS]; INPUTS],
    /// The weight of each unit in the answer.
    pub units: [f32; UNITS],
}

impl Net {
    /// What the net adds to the log odds of the side to move.
    #[must_use]
    pub fn log_odds(&self, inputs: &Inputs) -> f32 {
        // Unit beside unit, so that a compiler may take several at once without changing the order of any sum.
        let mut sums = [0.0; UNITS];
        for (input, weights) in inputs.iter().zip(&self.inputs) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        sums.iter().zip(&self.units).map(|(sum, weight)| sum.max(0.0) * weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_count_above_nothing_only() {
        let mut net = Net { inputs: [[0.0; UNITS]; INPUTS], units: [0.0; UNITS] };
        net.inputs[0][3] = -1.0;
        net.inputs[5][3] = 2.0;
        net.inputs[6][7] = -0.5;
        net.units[3] = 10.0;
        net.units[7] = -4.0;
        let of = |fifth, sixth| {
            let mut inputs = [0.0; INPUTS];
            (inputs[0], inputs[5], inputs[6]) = (1.0, fifth, sixth);
            net.log_odds(&inputs)
        };
        assert_eq!(of(0.25, 1.0), 0.0, "2 times 0.25 less 1, and 1 times -0.5, are below nothing");
        assert_eq!(of(1.0, 0.0), 10.0);
        assert_eq!(of(1.0, -1.0), 10.0 - 4.0 * 0.5);
    }
}

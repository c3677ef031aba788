//! The net of the evaluation with fractions in place of whole numbers, and how it learns.

use diabolo::game::diaballik::eval::INPUTS;
use diabolo::game::diaballik::net::{UNITS, mirrored};
use rand::Rng;
use rand_xoshiro::SplitMix64;

/// No weight of a unit goes beyond this, so that the whole numbers of the evaluation don't overflow.
const LARGEST: f32 = 1.9;

/// A position, and the chance of its side to move, 0 to 1.
pub struct Sample {
    pub inputs: Vec<usize>,
    pub worth: f32,
}

/// The weights, in logarithms of odds.
pub struct Net {
    /// What each input is worth by itself; the same for its mirror image.
    pub single: Vec<f32>,
    /// What each input adds to the units.
    pub rows: Vec<[f32; UNITS]>,
    /// What the units begin with.
    pub bias: [f32; UNITS],
    /// What a full unit is worth.
    pub out: [f32; UNITS],
    /// What a position is worth without inputs.
    pub base: f32,
}

/// What the units hold for a position and for its mirror image.
struct Hidden([[f32; UNITS]; 2]);

impl Net {
    /// Small weights by chance.
    pub fn new(dice: &mut SplitMix64) -> Net {
        let mut small = |size: f32| size * ((dice.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let rows = (0..INPUTS).map(|_| std::array::from_fn(|_| small(0.15))).collect();
        let bias = std::array::from_fn(|_| 0.3 + small(0.3));
        let out = std::array::from_fn(|_| small(0.3));
        Net { single: vec![0.0; INPUTS], rows, bias, out, base: 0.0 }
    }

    fn hidden(&self, sample: &Sample) -> Hidden {
        let mut sums = [self.bias; 2];
        for &input in &sample.inputs {
            for (sums, input) in sums.iter_mut().zip([input, mirrored(input)]) {
                sums.iter_mut().zip(&self.rows[input]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        Hidden(sums)
    }

    /// The chance of the side to move.
    fn chance(&self, sample: &Sample, hidden: &Hidden) -> f32 {
        let single: f32 = sample.inputs.iter().map(|&input| self.single[input]).sum();
        let units: f32 =
            hidden.0.iter().flat_map(|sums| sums.iter().zip(&self.out)).map(|(&sum, out)| full(sum) * out).sum();
        1.0 / (1.0 + (-(self.base + single + units)).exp())
    }

    /// Cross entropy, in nats for each position.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| {
            let chance = f64::from(self.chance(sample, &self.hidden(sample))).clamp(1e-9, 1.0 - 1e-9);
            let worth = f64::from(sample.worth);
            -(worth * chance.ln() + (1.0 - worth) * (1.0 - chance).ln())
        };
        samples.iter().map(of).sum::<f64>() / samples.len() as f64
    }

    /// All weights in one row, in the order of [`Gradient`].
    fn weights(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.iter_mut().flatten();
        rows.chain(&mut self.single).chain(&mut self.bias).chain(&mut self.out).chain([&mut self.base])
    }
}

/// How full a unit is.
fn full(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// The places of the weights in one row.
const SINGLE: usize = INPUTS * UNITS;
const BIAS: usize = SINGLE + INPUTS;
const OUT: usize = BIAS + UNITS;
const BASE: usize = OUT + UNITS;

/// The net and what Adam remembers.
pub struct Trainer {
    pub net: Net,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Trainer {
    pub fn new(net: Net) -> Trainer {
        let zeros = || vec![0.0; BASE + 1];
        Trainer { net, gradient: zeros(), mean: zeros(), square: zeros(), steps: 0 }
    }

    /// One step of Adam.
    pub fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Sample>, rate: f32) {
        let share = 1.0 / batch.len() as f32;
        self.gradient.fill(0.0);
        batch.for_each(|sample| self.add_gradient(sample, share));
        self.steps += 1;
        let (late_mean, late_square) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for (at, ((weight, slope), (mean, square))) in self.net.weights().zip(&self.gradient).zip(moments).enumerate() {
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            *weight -= rate * *mean / late_mean / ((*square / late_square).sqrt() + 1e-8);
            if !(SINGLE..OUT).contains(&at) && at != BASE {
                *weight = weight.clamp(-LARGEST, LARGEST);
            }
        }
    }

    fn add_gradient(&mut self, sample: &Sample, share: f32) {
        let net = &self.net;
        let hidden = net.hidden(sample);
        let slope = share * (net.chance(sample, &hidden) - sample.worth);
        self.gradient[BASE] += slope;
        let mut of_sums = [[0.0; UNITS]; 2];
        for (sums, of_sums) in hidden.0.iter().zip(&mut of_sums) {
            for unit in 0..UNITS {
                let inside = sums[unit] > 0.0 && sums[unit] < 1.0;
                of_sums[unit] = if inside { slope * net.out[unit] } else { 0.0 };
                self.gradient[OUT + unit] += slope * full(sums[unit]);
                self.gradient[BIAS + unit] += of_sums[unit];
            }
        }
        for &input in &sample.inputs {
            let image = mirrored(input);
            for (at, of_sums) in [input, image].into_iter().zip(&of_sums) {
                let row = &mut self.gradient[at * UNITS..][..UNITS];
                row.iter_mut().zip(of_sums).for_each(|(cell, slope)| *cell += slope);
            }
            // An input and its image have one weight, which is kept twice.
            self.gradient[SINGLE + input] += slope;
            if image != input {
                self.gradient[SINGLE + image] += slope;
            }
        }
    }
}

/// Puts a list into an order by chance.
pub fn shuffle(list: &mut [usize], dice: &mut SplitMix64) {
    for last in (1..list.len()).rev() {
        list.swap(last, (dice.next_u64() % (last as u64 + 1)) as usize);
    }
}

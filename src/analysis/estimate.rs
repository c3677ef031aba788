//! Means of games with their standard errors.

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean; not a number if there are too few games to tell.
    pub error: f64,
}

/// A part of the games.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The variance of the mean.
    fn variance(&self) -> f64 {
        let spread = (self.squares - self.sum * self.mean()).max(0.0);
        spread / (self.count - 1.0) / self.count
    }

    pub(super) fn estimate(&self) -> Estimate {
        Estimate { mean: self.mean(), error: self.variance().sqrt() }
    }
}

/// The games of a rollout by their first two throws: for each first roll its weight, and the games of each second roll
/// with its weight.
pub(super) type Strata = Vec<(f64, Vec<(f64, Sums)>)>;

/// The mean over games laid out evenly by their first two throws. The variance between strata is none of the error,
/// where each stratum has two games to tell its own by: strata by both throws, else by the first one, else none. (Each
/// step down can only overstate the error.)
pub(super) fn stratified(strata: &Strata) -> Estimate {
    let by_both: Vec<_> = strata
        .iter()
        .flat_map(|(first, of_first)| of_first.iter().map(move |&(second, sums)| (first * second, sums)))
        .collect();
    let by_first: Vec<_> = strata.iter().map(|(first, of_first)| (*first, total(of_first))).collect();
    let of_all = total(&by_first).estimate();
    weighted(&by_both).or_else(|| weighted(&by_first)).unwrap_or(of_all)
}

/// The mean by the shares of the strata, if each has at least two values.
fn weighted(strata: &[(f64, Sums)]) -> Option<Estimate> {
    if strata.iter().any(|(_, sums)| sums.count < 2.0) {
        return None;
    }
    let whole: f64 = strata.iter().map(|&(weight, _)| weight).sum();
    let mean = strata.iter().map(|(weight, sums)| weight / whole * sums.mean()).sum();
    let variance: f64 = strata.iter().map(|(weight, sums)| (weight / whole).powi(2) * sums.variance()).sum();
    Some(Estimate { mean, error: variance.sqrt() })
}

pub(super) fn total(strata: &[(f64, Sums)]) -> Sums {
    strata.iter().fold(Sums::default(), |all, (_, sums)| Sums {
        count: all.count + sums.count,
        sum: all.sum + sums.sum,
        squares: all.squares + sums.squares,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[f64]) -> Sums {
        let mut sums = Sums::default();
        values.iter().for_each(|&value| sums.add(value));
        sums
    }

    #[test]
    fn the_error_of_a_mean() {
        let Estimate { mean, error } = sums(&[0.0, 1.0, 1.0, 0.0]).estimate();
        assert!((mean - 0.5).abs() < 1e-12 && (error - (1.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(sums(&[1.0]).estimate().error.is_nan());
    }

    #[test]
    fn strata_count_by_their_shares_and_their_difference_is_no_error() {
        let (low, high) = (sums(&[0.0, 0.0, 0.0]), sums(&[1.0, 1.0]));
        let one = |sums| vec![(1.0, sums)];
        assert_eq!(stratified(&vec![(1.0, one(low)), (3.0, one(high))]), Estimate { mean: 0.75, error: 0.0 });
        assert_eq!(stratified(&vec![(1.0, vec![(1.0, low), (3.0, high)])]), Estimate { mean: 0.75, error: 0.0 });
        let by_first = stratified(&vec![(1.0, vec![(1.0, sums(&[0.0])), (3.0, high)]), (1.0, one(low))]);
        assert!((by_first.mean - 1.0 / 3.0).abs() < 1e-12 && by_first.error > 0.1);
        let none = stratified(&vec![(1.0, one(sums(&[0.0]))), (3.0, one(high))]);
        assert!((none.mean - 2.0 / 3.0).abs() < 1e-12 && none.error > 0.3);
    }
}

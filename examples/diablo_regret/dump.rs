use diabolo::game::diablo::Diablo;
use diabolo::game::stochastic::Stochastic;
use diabolo::game::{Game, Player, Turn, turns};
use diabolo::rng::Thrower;
use crate::judge::Judge;
use crate::sample;
use crate::searcher::Searcher;

const T: [usize; 7] = [1, 2, 3, 4, 6, 8, 12];

pub fn dump(file: &str, from: usize, to: usize, deep: u32) {
    let sample = sample::read(file);
    let searcher = Searcher::new();
    let mut judge = Judge::default();
    for (number, known) in sample.positions.iter().enumerate().take(to).skip(from) {
        let position = &known.position;
        let afters: Vec<Diablo> = known.turns.iter().map(|(text, _)| {
            let turn: Turn = diabolo::game::notation::parse_turn(text).expect("turn");
            turns::play(position, &turn).expect("legal")
        }).collect();
        let values = searcher.values(position, &afters, deep);
        for (i, (text, worth)) in known.turns.iter().enumerate() {
            print!("{number}\t{text}\t{:.4}\t{:.4}", worth.halves[0], worth.halves[1]);
            for d in 1..=deep {
                let v = values.iter().find(|(depth, t, _)| *depth == d && t == text).map_or(-1.0, |v| v.2);
                print!("\t{v:.5}");
            }
            for batch in 0..4u64 {
                let mut sums = [0.0; 7];
                for game in 0..16 {
                    let est = play(afters[i].clone(), position.side_to_move(), Thrower::new(7_777_777_777 + number as u64 * 4096 + batch * 16 + game), &mut judge);
                    for k in 0..7 { sums[k] += est[k]; }
                }
                for s in sums { print!("\t{:.5}", s / 16.0); }
            }
            println!();
        }
    }
}

fn play(mut position: Diablo, side: Player, mut dice: Thrower, judge: &mut Judge) -> [f64; 7] {
    let mut luck = 0.0;
    let mut out = [0.0; 7];
    let mut t = 0;
    loop {
        if let Some(winner) = position.winner() {
            let r = f64::from(u8::from(winner == side)) - luck;
            for k in 0..7 { if T[k] > t { out[k] = r; } }
            return out;
        }
        if t >= 12 { return out; }
        let own = position.side_to_move() == side;
        let roll = dice.throw(position.size() / 2);
        let (chance, turn) = judge.best(&mut position, roll);
        let brought = chance - judge.ahead(&mut position, roll, chance);
        luck += if own { brought } else { -brought };
        position.make(turn);
        t += 1;
        for k in 0..7 { if T[k] == t { out[k] = (if own { chance } else { 1.0 - chance }) - luck; } }
    }
}

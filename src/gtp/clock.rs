//! GTP's clocks: main time, then periods of so many seconds for so many stones. A stone is a vertex here, so a turn
//! takes several.

use std::time::Duration;

use crate::game::Player;
use crate::search::limits::Limits;

/// How many vertices a turn has on average, roughly, in both games.
const VERTICES: u32 = 4;

/// `time_settings`, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    /// Main time.
    pub(super) main: u32,
    /// One period of byo-yomi.
    pub(super) byo_yomi: u32,
    /// Stones for that period; 0 with a period means no limit at all.
    pub(super) stones: u32,
}

/// What a player has left: milliseconds, and stones (0 in main time).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Left {
    ms: i64,
    stones: u32,
}

/// The clocks of both players; without settings there are none.
#[derive(Debug, Default)]
pub(super) struct Clock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clock {
    /// `time_settings`
    pub(super) fn set(&mut self, settings: Settings) {
        let unlimited = settings.byo_yomi > 0 && settings.stones == 0;
        self.settings = (!unlimited).then_some(settings);
        self.restart();
    }

    /// `time_left`
    pub(super) fn set_left(&mut self, player: Player, seconds: u32, stones: u32) {
        self.left[player.index()] = Some(Left { ms: i64::from(seconds) * 1000, stones });
    }

    /// A new game.
    pub(super) fn restart(&mut self) {
        let full = self.settings.map(|settings| match settings {
            Settings { main: 0, byo_yomi, stones } => Left { ms: i64::from(byo_yomi) * 1000, stones },
            Settings { main, .. } => Left { ms: i64::from(main) * 1000, stones: 0 },
        });
        self.left = [full; 2];
    }

    /// What a turn of `player` may take: by the clock where there is one, else by `usual`.
    pub(super) fn limits(&self, player: Player, usual: &Limits) -> Limits {
        let Some(left) = self.left[player.index()] else { return usual.clone() };
        let mut limits = Limits { movetime: None, ..usual.clone() };
        limits.clock[player.index()] = Some(left.ms);
        limits.moves_to_go = (left.stones > 0).then(|| left.stones.div_ceil(VERTICES));
        limits
    }

    /// `player` has thought for so long. GUIs that send `time_left` correct it; for others it is all there is.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let Some(left) = &mut self.left[player.index()] else { return };
        left.ms -= i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        if let (true, 0, Some(settings)) = (left.ms <= 0, left.stones, self.settings)
            && settings.byo_yomi > 0
        {
            *left = Left { ms: i64::from(settings.byo_yomi) * 1000, stones: settings.stones };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Limits = Limits {
        clock: [None; 2],
        increment: [0; 2],
        moves_to_go: None,
        movetime: Some(700),
        depth: Some(9),
        nodes: None,
        mate: None,
        infinite: false,
    };

    #[test]
    fn without_settings_the_usual_limits_hold() {
        assert_eq!(Clock::default().limits(Player::One, &USUAL), USUAL);
        let mut clock = Clock::default();
        clock.set(Settings { main: 60, byo_yomi: 30, stones: 0 });
        assert_eq!(clock.limits(Player::Two, &USUAL), USUAL, "no limit, as GTP writes it");
    }

    #[test]
    fn main_time_runs_into_byo_yomi_and_time_left_corrects() {
        let mut clock = Clock::default();
        clock.set(Settings { main: 10, byo_yomi: 5, stones: 20 });
        let limits = clock.limits(Player::Two, &USUAL);
        assert_eq!((limits.clock, limits.moves_to_go), ([None, Some(10_000)], None));
        assert_eq!((limits.movetime, limits.depth), (None, Some(9)));
        clock.spend(Player::Two, Duration::from_millis(4_000));
        assert_eq!(clock.limits(Player::Two, &USUAL).clock[1], Some(6_000));
        assert_eq!(clock.limits(Player::One, &USUAL).clock[0], Some(10_000));
        clock.spend(Player::Two, Duration::from_millis(6_001));
        let limits = clock.limits(Player::Two, &USUAL);
        assert_eq!((limits.clock[1], limits.moves_to_go), (Some(5_000), Some(5)));
        clock.set_left(Player::Two, 3, 2);
        let limits = clock.limits(Player::Two, &USUAL);
        assert_eq!((limits.clock[1], limits.moves_to_go), (Some(3_000), Some(1)));
        clock.restart();
        assert_eq!(clock.limits(Player::Two, &USUAL).clock[1], Some(10_000));
    }
}

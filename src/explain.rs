//! stub
use crate::game::any::AnyGame;
use crate::search::control::StopFlag;
pub(crate) fn explain(_game: &AnyGame, _stop: &StopFlag, _say: impl Fn(String)) -> Option<()> {
    Some(())
}

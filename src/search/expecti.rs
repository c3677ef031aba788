//! stub
use super::*;
pub fn search<G: Game>(task: &Task<'_, G>, _r: &mut dyn FnMut(Report)) -> Option<Turn> {
    crate::game::turns::first(task.root)
}

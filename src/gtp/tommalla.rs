//! What differs in the dialect of Tommalla's Diaballik program: positions as lists of squares, whole turns without
//! commas, and Black, on row 7, begins.

use super::command::NewGame;
use super::play::Play;
use crate::game::any::{GameName, with_history};
use crate::game::{Action, Player, Square, Turn};

/// The position of `new_game` as a FEN.
///
/// # Errors
/// Two pieces on one square, or a ball without its piece.
pub(super) fn fen(game: &NewGame) -> Result<String, String> {
    let mut board = [[b'.'; 7]; 7];
    for (number, square) in game.pieces.iter().enumerate() {
        let point = &mut board[usize::from(square.rank)][usize::from(square.file)];
        if *point != b'.' {
            return Err(format!("two pieces stand on {square}"));
        }
        *point = if number < game.pieces.len() / 2 { b'b' } else { b'w' };
    }
    for (square, own) in game.balls.iter().zip([b'b', b'w']) {
        let Square { file, rank } = *square;
        let point = &mut board[usize::from(rank)][usize::from(file)];
        if *point != own {
            return Err(format!("the ball on {square} is not on a piece of its side"));
        }
        point.make_ascii_uppercase();
    }
    let rows: Vec<_> = board.iter().rev().map(|row| String::from_utf8_lossy(row)).collect();
    Ok(format!("{} {}", rows.join("/"), if game.side == Player::One { 'w' } else { 'b' }))
}

/// The actions of a turn without anything between them.
pub(super) fn joined(turn: &Turn) -> String {
    turn.0.iter().map(Action::to_string).collect()
}

/// # Errors
/// The game is not Diaballik.
pub(super) fn expect_diaballik(play: &Play) -> Result<(), String> {
    if play.options().game == GameName::Diaballik { Ok(()) } else { Err("this command belongs to Diaballik".into()) }
}

/// The program sends no position when it begins at the usual one, where its Black begins: the first command that names
/// a side then says who that is.
///
/// # Errors
/// The game is not Diaballik.
pub(super) fn settle_side(play: &mut Play, side: Player) -> Result<(), String> {
    expect_diaballik(play)?;
    if play.is_fresh() && play.side()? != side {
        let fen = with_history!(play.game()?, history => history.fen());
        let pieces = fen.split(' ').next().unwrap_or_default();
        return play.set_up(format!("{pieces} {}", if side == Player::One { 'w' } else { 'b' }));
    }
    Ok(())
}

//! What a line can ask, as types.

use crate::game::{Player, Square, Turn};

use super::clock::Settings;
use super::vertex::Vertex;

/// A line with a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// The number in front, which the answer repeats.
    pub(super) id: Option<String>,
    /// The command, or what is wrong with it.
    pub(super) command: Result<Command, String>,
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command`
    IsKnown(String),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize`
    BoardSize(u32),
    /// `clear_board`
    ClearBoard,
    /// `komi`
    Komi,
    /// `play` with a vertex
    Play(Player, Vertex),
    /// `genmove`
    GenMove(Player),
    /// `undo`
    Undo,
    /// `time_settings`
    TimeSettings(Settings),
    /// `time_left`: seconds, and stones (0 in main time)
    TimeLeft(Player, u32, u32),
    /// A question about the rules.
    Rules(Rules),
    /// `gogui-analyze_commands`
    AnalyzeCommands,
    /// `gogui-interrupt`: says that the comment `# interrupt` ends a search
    Interrupt,
    /// `diabolo-best_turn`
    BestTurn,
    /// `diabolo-legal_targets`, of the piece on a point or of what is to be clicked next
    LegalTargets(Option<Vertex>),
    /// `diabolo-evaluation`
    Evaluation,
    /// `diabolo-winning_chance`
    WinningChance,
    /// `diabolo-fen`
    Fen,
    /// `new_game` of Tommalla's program
    NewGame(NewGame),
    /// `gen_move` of Tommalla's program
    GenTurn(Player),
    /// `play` of Tommalla's program
    PlayTurn(Player, Turn),
    /// `undo_turn` of Tommalla's program
    UndoTurn(Option<(Player, Option<Turn>)>),
}

/// A question of the `gogui-rules` extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// `gogui-rules_game_id`
    GameId,
    /// `gogui-rules_board_size`
    BoardSize,
    /// `gogui-rules_board`
    Board,
    /// `gogui-rules_board_gfx`
    BoardGfx,
    /// `gogui-rules_legal_moves`
    LegalMoves,
    /// `gogui-rules_side_to_move`
    SideToMove,
    /// `gogui-rules_final_result`
    FinalResult,
    /// `gogui-rules_captured_count`
    CapturedCount,
}

/// The position that Tommalla's program begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewGame {
    /// Black's seven pieces, then White's.
    pub(super) pieces: Vec<Square>,
    /// Black's ball, then White's.
    pub(super) balls: Vec<Square>,
    /// Who begins.
    pub(super) side: Player,
}

/// Every command by name, in the order of `list_commands`.
pub(super) const NAMES: [&str; 32] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_board_gfx",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-rules_captured_count",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "diabolo-best_turn",
    "diabolo-legal_targets",
    "diabolo-evaluation",
    "diabolo-winning_chance",
    "diabolo-fen",
    "new_game",
    "gen_move",
    "undo_turn",
];

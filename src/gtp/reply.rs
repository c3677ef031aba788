//! The answer to a command.

use std::fmt;

/// `=` or `?`, the number of the command, and the text. The writer ends the line; the one here is the blank line that
/// ends every answer of GTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Response {
    /// As it came.
    pub(super) id: Option<String>,
    /// The answer, or why there is none. No line of it is blank.
    pub(super) text: Result<String, String>,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}{}", self.id.as_deref().unwrap_or_default())?;
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        f.write_str("\n")
    }
}

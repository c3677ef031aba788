//! Reading the project's Markdown: fenced blocks and tables.

#![allow(dead_code)]

/// A fenced block.
pub struct Block {
    /// What stands behind the opening fence.
    pub info: String,
    /// The line of the document on which the opening fence stands, from 1.
    pub place: usize,
    /// What stands between the fences.
    pub lines: Vec<String>,
}

/// The text of a file of the project.
pub fn read(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every fenced block, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => {
                blocks.push(Block { info: info.to_owned(), place: number + 1, lines: Vec::new() });
                open = true;
            }
            None if open => blocks.last_mut().expect("a block is open").lines.push(line.to_owned()),
            None => {}
        }
    }
    assert!(!open, "a fenced block is not closed");
    blocks
}

/// The code of the only block of this kind in which `mark` stands.
pub fn code(text: &str, info: &str, mark: &str) -> String {
    let found: Vec<_> = blocks(text)
        .into_iter()
        .filter(|block| block.info == info && block.lines.iter().any(|line| line.contains(mark)))
        .collect();
    assert_eq!(found.len(), 1, "one block of {info} with {mark}");
    found[0].lines.join("\n") + "\n"
}

/// The rows of the table with this header, without the backticks around whole cells.
pub fn table(text: &str, header: &[&str]) -> Vec<Vec<String>> {
    let mut lines = text.lines().skip_while(|line| cells(line) != header).skip(2);
    let rows: Vec<_> = lines.by_ref().take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(!rows.is_empty(), "a table with the header {header:?}");
    assert!(rows.iter().all(|row| row.len() == header.len()), "rows as wide as the header {header:?}");
    rows
}

fn cells(line: &str) -> Vec<String> {
    let Some(inner) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else { return Vec::new() };
    let bare = |cell: &str| cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).map(str::to_owned);
    inner
        .split('|')
        .map(str::trim)
        // Several words in backticks are no single one.
        .map(|cell| bare(cell).filter(|word| !word.contains('`')).unwrap_or_else(|| cell.to_owned()))
        .collect()
}

/// Whether `text` is `pattern`, in which each `…` stands for any text.
pub fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

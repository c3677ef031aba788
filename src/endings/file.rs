//! A database as a file: a head of 32 bytes, then every chance as four bytes, in the order of the numbers that
//! [`super::ranking`] gives; all numbers with the lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0-7 | `DIABLOEG` |
//! | 8-11 | the version of this form and of the numbering, 1 |
//! | 12-14 | columns of the board, most checkers, most stacks, a byte each |
//! | 15 | 0 |
//! | 16-23 | how many chances follow |
//! | 24-31 | their checksum, see [`checksum`] |

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::ranking::{Coverage, Ranking, TooLarge};
use super::{Database, ONE};
use crate::game::diablo::Diablo;
use crate::rng::mix64;

const MAGIC: &[u8; 8] = b"DIABLOEG";
const VERSION: u32 = 1;
const HEAD: usize = 32;

/// Why a file is not taken for a database.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// The system's reason.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins otherwise.
    #[error("it is no file of endings")]
    Foreign,
    /// Another version of the form.
    #[error("it has version {0} of the form, and this engine reads version {VERSION}")]
    Version(u32),
    /// No such board, or a number that doesn't fit the rest.
    #[error("its head is damaged")]
    Head,
    /// More than can be held.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It has ended too early.
    #[error("it is cut short: {found} bytes where {expected} are needed")]
    Short {
        /// Its length.
        found: u64,
        /// What its head promises.
        expected: u64,
    },
    /// Something follows.
    #[error("it is too long: {found} bytes where {expected} are needed")]
    Long {
        /// Its length.
        found: u64,
        /// What its head promises.
        expected: u64,
    },
    /// The chances are not those that were written.
    #[error("its checksum is wrong: it is damaged")]
    Checksum,
}

/// A file in the making: it gets its name when it is whole, so that no half file ever has it.
#[derive(Debug)]
pub(super) struct Draft {
    path: PathBuf,
    part: PathBuf,
    file: Option<File>,
}

impl Draft {
    /// Begins `path` as `path.part`, so that it is known early whether it can be written.
    pub(super) fn begin(path: &Path) -> io::Result<Draft> {
        if path.is_dir() {
            return Err(io::Error::other("it is a folder"));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part)?;
        Ok(Draft { path: path.to_owned(), part, file: Some(file) })
    }

    /// Writes the database and gives the file its name.
    pub(super) fn finish(self, database: &Database) -> io::Result<()> {
        self.finish_with(|writer| database.write(writer))
    }

    /// The same with anything.
    pub(super) fn finish_with(mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            let mut writer = BufWriter::with_capacity(1 << 20, file);
            write(&mut writer)?;
            writer.into_inner()?.sync_all()?;
            fs::rename(&self.part, &self.path)?;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a success there is none; what can't be removed is left.
        let _ = fs::remove_file(&self.part);
    }
}

impl Database {
    /// Writes it to a file, under a passing name until it is whole.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        Draft::begin(path)?.finish(self)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It can't be read, or is not such a file, whole and undamaged.
    pub fn load(path: &Path) -> Result<Database, BadFile> {
        let file = File::open(path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(io::Error::other("it is no regular file").into());
        }
        Database::read(BufReader::with_capacity(1 << 20, file), data.len())
    }

    /// The length of its file in bytes.
    #[must_use]
    pub fn file_length(&self) -> u64 {
        length_with(self.values.len() as u64)
    }

    fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(MAGIC);
        head[8..12].copy_from_slice(&VERSION.to_le_bytes());
        let Coverage { checkers, stacks } = self.coverage();
        (head[12], head[13], head[14]) = (self.board(), checkers, stacks);
        head[16..24].copy_from_slice(&(self.values.len() as u64).to_le_bytes());
        head[24..].copy_from_slice(&checksum(&self.values).to_le_bytes());
        writer.write_all(&head)?;
        self.values.iter().try_for_each(|units| writer.write_all(&units.to_le_bytes()))
    }

    /// Reads `length` bytes.
    pub(super) fn read(mut reader: impl Read, length: u64) -> Result<Database, BadFile> {
        let mut head = [0; HEAD];
        let begin = HEAD.min(usize::try_from(length).unwrap_or(HEAD));
        reader.read_exact(&mut head[..begin])?;
        if begin < MAGIC.len() || &head[..8] != MAGIC {
            return Err(BadFile::Foreign);
        }
        if begin < HEAD {
            return Err(BadFile::Short { found: length, expected: HEAD as u64 });
        }
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| head[at + i]));
        let version = word(8) as u32;
        if version != VERSION {
            return Err(BadFile::Version(version));
        }
        let (board, coverage) = (head[12], Coverage { checkers: head[13], stacks: head[14] });
        if Diablo::bare(board).is_none() || head[15] != 0 {
            return Err(BadFile::Head);
        }
        let expected = length_with(word(16));
        match length.cmp(&expected) {
            std::cmp::Ordering::Less => return Err(BadFile::Short { found: length, expected }),
            std::cmp::Ordering::Greater => return Err(BadFile::Long { found: length, expected }),
            std::cmp::Ordering::Equal => {}
        }
        let ranking = Ranking::new(board, coverage)?;
        let count = ranking.positions();
        if word(16) != count as u64 {
            return Err(BadFile::Head);
        }
        let mut values = ranking.room()?;
        let mut bytes = vec![0; 1 << 16];
        while values.len() < count {
            let bytes = &mut bytes[..(4 * (count - values.len())).min(1 << 16)];
            reader.read_exact(bytes)?;
            values.extend(bytes.chunks_exact(4).map(|four| u32::from_le_bytes(std::array::from_fn(|i| four[i]))));
        }
        if checksum(&values) != word(24) || values.iter().any(|&units| units > ONE) {
            return Err(BadFile::Checksum);
        }
        Ok(Database { ranking, values })
    }
}

/// The length of a file with so many chances.
fn length_with(chances: u64) -> u64 {
    chances.saturating_mul(4).saturating_add(HEAD as u64)
}

/// Every chance is added to what has come of those before, and the sum is stirred.
fn checksum(values: &[u32]) -> u64 {
    values.iter().fold(values.len() as u64, |sum, &units| mix64(sum.wrapping_add(u64::from(units))))
}

//! Files of positions to learn from: `docs/networks.md` has their format.

use crate::setting::Setting;
use anyhow::{Context as _, Result, bail};
use search::{InputShape, NetworkSamples};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

const MAGIC: &[u8; 8] = b"ludodata";
/// The longest head that is read.
const LONGEST: u64 = 4096;

/// The head of a file of positions; the symmetries and the records follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataHeader {
    version: u32,
    game: String,
    inputs: String,
    rows: usize,
    pub slots: usize,
    buckets: usize,
    every: (usize, usize),
    pub outputs: usize,
    symmetries: usize,
    pub record: usize,
    #[serde(skip)]
    table: Vec<u16>,
}

/// A file of positions that is read.
pub struct DataFile {
    pub header: DataHeader,
    reader: BufReader<File>,
}

impl DataHeader {
    pub fn of(setting: &Setting, shape: &InputShape) -> Self {
        DataHeader {
            version: 1,
            game: setting.game.info().id.to_owned(),
            inputs: shape.name.clone(),
            rows: shape.rows,
            slots: shape.slots,
            buckets: shape.buckets,
            every: shape.every,
            outputs: shape.outputs,
            symmetries: shape.symmetries.len(),
            record: NetworkSamples::record_size(shape),
            table: shape.symmetries.concat(),
        }
    }

    /// Opens a file to add records: begins it, or checks that it is of the same kind and cuts off what is not whole.
    /// Returns it with the number of its records.
    pub fn open(&self, path: &Path) -> Result<(File, u64)> {
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        let json = serde_json::to_vec(self)?;
        let length = MAGIC.len() + 4 + json.len() + 2 * self.table.len();
        if file.metadata()?.len() < length as u64 {
            file.set_len(0)?;
            let table: Vec<u8> = self.table.iter().flat_map(|row| row.to_le_bytes()).collect();
            let count = u32::try_from(json.len())?.to_le_bytes();
            file.write_all(&[&MAGIC[..], &count, &json, &table].concat())?;
            return Ok((file, 0));
        }
        if DataFile::read_header(&mut file)? != (DataHeader { table: Vec::new(), ..self.clone() }) {
            bail!("{} has other positions", path.display());
        }
        let records = (file.metadata()?.len() - length as u64) / self.record as u64;
        file.set_len(length as u64 + records * self.record as u64)?;
        Ok((file, records))
    }
}

impl DataFile {
    /// Opens a file whose inputs must be those of `shape`.
    pub fn open(path: &Path, shape: &InputShape) -> Result<DataFile> {
        let mut file = File::open(path).with_context(|| format!("{} can't be read", path.display()))?;
        let header = DataFile::read_header(&mut file).with_context(|| path.display().to_string())?;
        if header.inputs != shape.name || header.record != NetworkSamples::record_size(shape) {
            bail!("{} has positions of `{}`", path.display(), header.inputs);
        }
        let table = 2 * header.symmetries * header.rows;
        file.seek(SeekFrom::Current(i64::try_from(table)?))?;
        Ok(DataFile { header, reader: BufReader::new(file) })
    }

    fn read_header(file: &mut File) -> Result<DataHeader> {
        file.seek(SeekFrom::Start(0))?;
        let mut start = [0; 12];
        file.read_exact(&mut start)?;
        let (magic, length) = start.split_at(8);
        let length = u32::from_le_bytes(length.try_into()?);
        if magic != MAGIC || u64::from(length) > LONGEST {
            bail!("this is no file of positions");
        }
        let mut json = vec![0; length as usize];
        file.read_exact(&mut json)?;
        Ok(serde_json::from_slice(&json)?)
    }

    /// The next record; `None` at the end.
    pub fn next_record(&mut self) -> Result<Option<Vec<u8>>> {
        let mut record = vec![0; self.header.record];
        match self.reader.read_exact(&mut record) {
            Ok(()) => Ok(Some(record)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Skips so many records.
    pub fn skip(&mut self, records: u64) -> Result<()> {
        self.reader.seek_relative(i64::try_from(records * self.header.record as u64)?)?;
        Ok(())
    }

    /// How many records are left.
    pub fn left(&mut self) -> Result<u64> {
        let here = self.reader.stream_position()?;
        Ok((self.reader.get_ref().metadata()?.len() - here) / self.header.record as u64)
    }
}

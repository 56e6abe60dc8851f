//! Where the entries of a conversion go.

use std::io::Write;

use super::error::ConvertError;
use crate::{Entry, Refusal, Survey, WriteError, Writer};

/// Where entries go, and what is in them if that is asked for.
pub(super) struct Sink<'a> {
    pub(super) place: SinkPlace<'a>,
    pub(super) survey: Option<Survey>,
}

/// Where entries go.
pub(super) enum SinkPlace<'a> {
    Nothing,
    /// Entries that were written before.
    Bytes(&'a mut dyn Write),
    Entries(Box<dyn Writer + 'a>),
}

impl Sink<'_> {
    /// Writes an entry. Returns why the format cannot hold it, if so.
    pub(super) fn write(&mut self, entry: &Entry) -> Result<Option<Refusal>, ConvertError> {
        let written = match &mut self.place {
            SinkPlace::Nothing | SinkPlace::Bytes(_) => Ok(()),
            SinkPlace::Entries(writer) => writer.write(entry),
        };
        match written {
            Ok(()) => {
                if let Some(survey) = &mut self.survey {
                    survey.add(entry);
                }
                Ok(None)
            }
            Err(WriteError::Refused(refusal)) => Ok(Some(refusal)),
            Err(WriteError::Io(error)) => Err(ConvertError::unwritable(error)),
        }
    }

    /// Writes the bytes of entries.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), ConvertError> {
        match &mut self.place {
            SinkPlace::Bytes(target) => target.write_all(bytes).map_err(ConvertError::unwritable),
            SinkPlace::Nothing | SinkPlace::Entries(_) => Ok(()),
        }
    }

    /// Returns whether what was written can be finished before an entry.
    pub(super) fn can_pause(&self, entry: &Entry) -> bool {
        match &self.place {
            SinkPlace::Nothing | SinkPlace::Bytes(_) => true,
            SinkPlace::Entries(writer) => writer.can_pause(entry),
        }
    }

    /// Writes what is still held back.
    pub(super) fn finish(&mut self) -> Result<(), ConvertError> {
        let finished = match &mut self.place {
            SinkPlace::Nothing => Ok(()),
            SinkPlace::Bytes(target) => target.flush().map_err(WriteError::Io),
            SinkPlace::Entries(writer) => writer.finish(),
        };
        finished.map_err(|error| match error {
            WriteError::Io(error) => ConvertError::unwritable(error),
            WriteError::Refused(refusal) => ConvertError::Wrong(refusal.to_string()),
        })
    }
}

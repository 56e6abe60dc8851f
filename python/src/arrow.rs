//! Columns of strings through Arrow's C data interface, whose texts are read where they are.
//!
//! The structures are those of <https://arrow.apache.org/docs/format/CDataInterface.html> and
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>. What the producer says of its memory
//! is believed, as the interface asks for; offsets and sizes are checked against each other.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::{ptr, slice};

use hyperbola_features::Texts;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::interrupt::Signals;
use crate::sink::{Column, Sink, text};

/// A type.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// An array.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const u8,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// Arrays one after the other.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

/// A structure of the interface, which is released once.
trait Released: Sized {
    /// The name of a capsule with the structure.
    const CAPSULE: &'static CStr;

    /// A structure that is released already: all zeros.
    const RELEASED: Self;

    /// Returns the function that releases, or nothing if that is done.
    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

/// Implements [`Released`] for structures with the fields before the last two.
macro_rules! released {
    ($($type:ident: $capsule:literal { $($field:ident: $zero:expr),* })*) => {
        $(impl Released for $type {
            const CAPSULE: &'static CStr = $capsule;
            const RELEASED: Self =
                Self { $($field: $zero,)* release: None, private_data: ptr::null_mut() };

            fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
                self.release
            }
        })*
    };
}

released! {
    Schema: c"arrow_schema" {
        format: ptr::null(), name: ptr::null(), metadata: ptr::null(), flags: 0, n_children: 0,
        children: ptr::null_mut(), dictionary: ptr::null_mut()
    }
    Array: c"arrow_array" {
        length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0, buffers: ptr::null(),
        children: ptr::null_mut(), dictionary: ptr::null_mut()
    }
    Stream: c"arrow_array_stream" { get_schema: None, get_next: None, get_last_error: None }
}

/// A structure that is released when it goes out of scope.
struct Owned<T: Released>(T);

impl<T: Released> Owned<T> {
    /// Takes the structure out of a capsule.
    fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = capsule.cast::<PyCapsule>()?;
        let structure = capsule.pointer_checked(Some(T::CAPSULE))?.cast::<T>().as_ptr();
        // SAFETY: a capsule of this name has a pointer to this structure, by Arrow's PyCapsule
        // interface. A released structure is left in the capsule, so this one is taken once.
        let taken = Self(unsafe { ptr::replace(structure, T::RELEASED) });
        match taken.0.release() {
            Some(_) => Ok(taken),
            None => Err(PyValueError::new_err("expected a column that is not yet released")),
        }
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release() {
            // SAFETY: the structure is not yet released, and nobody else has it.
            unsafe { release(&raw mut self.0) }
        }
    }
}

/// How strings are laid out in memory.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// Views of 16 bytes.
    Views,
    /// No memory: all are null.
    Nulls,
}

/// The type of a column.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Strings(Layout),
    /// Numbers of so many bytes, each of which is that of a string in a dictionary.
    Dictionary(usize, Layout),
}

impl Schema {
    /// Returns the type if it is that of strings or bytes, or of a dictionary of them.
    fn kind(&self) -> PyResult<Kind> {
        // SAFETY: the type of a dictionary is there as long as this one, by the interface.
        let Some(dictionary) = (unsafe { self.dictionary.as_ref() }) else {
            return Ok(Kind::Strings(self.layout()?));
        };
        let width = match self.format()?.to_bytes() {
            b"c" | b"C" => 1,
            b"s" | b"S" => 2,
            b"i" | b"I" => 4,
            b"l" | b"L" => 8,
            _ => return Err(PyTypeError::new_err("expected a dictionary with whole numbers")),
        };
        Ok(Kind::Dictionary(width, dictionary.layout()?))
    }

    /// Returns the layout if this is the type of strings or bytes.
    fn layout(&self) -> PyResult<Layout> {
        let format = self.format()?;
        match format.to_bytes() {
            b"u" | b"z" if self.dictionary.is_null() => Ok(Layout::Small),
            b"U" | b"Z" if self.dictionary.is_null() => Ok(Layout::Large),
            b"vu" | b"vz" if self.dictionary.is_null() => Ok(Layout::Views),
            b"n" => Ok(Layout::Nulls),
            b"+s" => Err(PyTypeError::new_err(format!(
                "expected a column of strings, found a table or a struct with the columns {}; take \
                 one of them, such as table[\"fen\"]",
                self.names().join(", ")
            ))),
            _ => Err(PyTypeError::new_err(format!(
                "expected an Arrow column of strings, found one of the format {format:?}"
            ))),
        }
    }

    /// Returns the names of the children.
    fn names(&self) -> Vec<String> {
        let count = number(self.n_children).filter(|_| !self.children.is_null());
        // SAFETY: there are so many pointers, by the interface.
        let children = unsafe { slice::from_raw_parts(self.children, count.unwrap_or(0)) };
        let name = |&child: &*mut Self| {
            // SAFETY: a child is there as long as its parent, by the interface.
            let name = unsafe { child.as_ref() }.map(|child| child.name);
            let name = name.filter(|name| !name.is_null())?;
            // SAFETY: a name is a string with a zero at its end, by the interface.
            Some(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
        };
        children.iter().map(|child| name(child).unwrap_or_default()).collect()
    }

    fn format(&self) -> PyResult<&CStr> {
        if self.format.is_null() {
            return Err(PyTypeError::new_err("expected an Arrow type, found none"));
        }
        // SAFETY: a format is a string with a zero at its end, by the interface.
        Ok(unsafe { CStr::from_ptr(self.format) })
    }
}

/// The rows of an array.
struct ArrayRows<'a> {
    count: usize,
    /// The number of the first row in the buffers.
    offset: usize,
    /// A bit for each row, which is zero for a null; nothing if there is no null.
    validity: Option<&'a [u8]>,
}

impl ArrayRows<'_> {
    /// Returns the number of a row in the buffers, or nothing for a null.
    fn place(&self, row: usize) -> Option<usize> {
        let row = self.offset + row;
        let is_null = self.validity.is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0);
        (!is_null).then_some(row)
    }

    /// Returns the number in the buffers after the last row.
    fn end(&self) -> usize {
        self.offset + self.count
    }
}

/// An array of strings: slices of its buffers.
struct Strings<'a> {
    rows: ArrayRows<'a>,
    values: Values<'a>,
}

/// An array of numbers of strings.
struct Indexed<'a> {
    rows: ArrayRows<'a>,
    /// The bytes of a number.
    width: usize,
    numbers: &'a [u8],
    strings: Strings<'a>,
}

/// The strings' bytes, and where each begins and ends.
enum Values<'a> {
    Offsets { offsets: Offsets<'a>, bytes: &'a [u8] },
    Views { views: &'a [[u8; 16]], buffers: Vec<&'a [u8]> },
    Nulls,
}

/// Offsets of a width: 4 or 8 bytes.
struct Offsets<'a> {
    width: usize,
    bytes: &'a [u8],
}

impl Offsets<'_> {
    /// Returns an offset by its number, or nothing if it is negative.
    fn get(&self, index: usize) -> Option<usize> {
        let bytes = &self.bytes[index * self.width..];
        match self.width {
            4 => usize::try_from(i32::from_le_bytes(*bytes.first_chunk()?)).ok(),
            _ => usize::try_from(i64::from_le_bytes(*bytes.first_chunk()?)).ok(),
        }
    }
}

/// Makes a `ValueError` of what an array should be.
fn wrong(what: &str) -> PyErr {
    PyValueError::new_err(format!("expected an Arrow array {what}"))
}

/// Returns a number that is not negative.
fn number(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}

impl Array {
    /// Gives the texts to a sink.
    fn visit(&self, py: Python<'_>, kind: Kind, sink: &mut dyn Sink) -> PyResult<()> {
        match kind {
            Kind::Strings(layout) => sink.add(py, &self.strings(layout)?),
            Kind::Dictionary(width, layout) => sink.add(py, &self.indexed(width, layout)?),
        }
    }

    /// Returns the numbers of strings, and the strings.
    fn indexed(&self, width: usize, layout: Layout) -> PyResult<Indexed<'_>> {
        // SAFETY: the dictionary is there as long as this array, by the interface.
        let dictionary = unsafe { self.dictionary.as_ref() };
        let strings = dictionary.ok_or_else(|| wrong("with a dictionary"))?.strings(layout)?;
        let (rows, buffers) = self.rows(2)?;
        let numbers = match buffers {
            // SAFETY: there is a number for each row.
            [_, numbers, ..] => unsafe { elements(*numbers, rows.end().saturating_mul(width)) },
            _ => Some(&[][..]),
        };
        let numbers = numbers.ok_or_else(|| wrong("of numbers whose buffers are there"))?;
        Ok(Indexed { rows, width, numbers, strings })
    }

    /// Returns the rows of an array that has at least so many buffers, and the buffers, of which
    /// an array without rows has none.
    fn rows(&self, least: usize) -> PyResult<(ArrayRows<'_>, &[*const u8])> {
        let (Some(rows), Some(offset), Some(buffers)) =
            (number(self.length), number(self.offset), number(self.n_buffers))
        else {
            return Err(wrong("with a length, an offset and buffers"));
        };
        if rows == 0 {
            return Ok((ArrayRows { count: 0, offset: 0, validity: None }, &[]));
        }
        if buffers < least || self.buffers.is_null() {
            return Err(wrong(&format!("of strings, with at least {least} buffers")));
        }
        let end = offset.checked_add(rows).ok_or_else(|| wrong("that ends"))?;
        // SAFETY: there are so many pointers, by the interface.
        let buffers = unsafe { slice::from_raw_parts(self.buffers, buffers) };
        let validity = match self.null_count {
            0 => None,
            // SAFETY: a bitmap has a bit for each row up to the last, by the interface.
            _ => unsafe { elements::<u8>(buffers[0], end.div_ceil(8)) },
        };
        Ok((ArrayRows { count: rows, offset, validity }, buffers))
    }

    /// Returns the strings.
    fn strings(&self, layout: Layout) -> PyResult<Strings<'_>> {
        if let Layout::Nulls = layout {
            let count = number(self.length).ok_or_else(|| wrong("with a length"))?;
            let rows = ArrayRows { count, offset: 0, validity: None };
            return Ok(Strings { rows, values: Values::Nulls });
        }
        let (rows, buffers) = self.rows(3)?;
        let end = rows.end();
        if rows.count == 0 {
            let offsets = Offsets { width: 4, bytes: &[] };
            let values = Values::Offsets { offsets, bytes: &[] };
            return Ok(Strings { rows, values });
        }
        let missing = || wrong("of strings whose buffers are there");
        let values = match layout {
            Layout::Small | Layout::Large => {
                let width = if let Layout::Small = layout { 4 } else { 8 };
                // SAFETY: there is an offset for each row, and the end of the last row.
                let bytes = unsafe { elements(buffers[1], (end + 1).saturating_mul(width)) };
                let offsets = Offsets { width, bytes: bytes.ok_or_else(missing)? };
                let last = offsets.get(end).ok_or_else(|| wrong("whose offsets are positive"))?;
                // SAFETY: the bytes reach up to the last offset.
                let bytes = unsafe { elements(buffers[2], last) }.unwrap_or_default();
                Values::Offsets { offsets, bytes }
            }
            Layout::Views => {
                // SAFETY: there is a view for each row.
                let views: &[[u8; 16]] =
                    unsafe { elements(buffers[1], end) }.ok_or_else(missing)?;
                let (data, sizes) = (&buffers[2..buffers.len() - 1], buffers[buffers.len() - 1]);
                // SAFETY: the last buffer has the size of each buffer of bytes.
                let sizes: &[[u8; 8]] = unsafe { elements(sizes, data.len()) }.unwrap_or_default();
                let sizes = sizes.iter().map(|&size| number(i64::from_le_bytes(size)).unwrap_or(0));
                let buffers = data.iter().zip(sizes).map(|(&buffer, size)| {
                    // SAFETY: the buffer has this size.
                    unsafe { elements(buffer, size) }.unwrap_or_default()
                });
                Values::Views { views, buffers: buffers.collect() }
            }
            Layout::Nulls => Values::Nulls,
        };
        Ok(Strings { rows, values })
    }
}

/// Returns the elements of a buffer, or nothing if there is no buffer.
///
/// # Safety
///
/// A buffer that is not null has so many elements, and it stays and does not change as long as the
/// slice is used.
unsafe fn elements<'a, T: Bytes>(buffer: *const u8, count: usize) -> Option<&'a [T]> {
    if buffer.is_null() || count.checked_mul(size_of::<T>())? > isize::MAX as usize {
        return None;
    }
    // SAFETY: the caller promises the elements, which may be anything and may lie anywhere.
    Some(unsafe { slice::from_raw_parts(buffer.cast(), count) })
}

/// Bytes, which have no alignment and no value that is wrong.
trait Bytes {}
impl Bytes for u8 {}
impl<const N: usize> Bytes for [u8; N] {}

impl Strings<'_> {
    /// Returns the bytes of a row, or nothing for a null or if the offsets are wrong.
    fn found(&self, row: usize) -> Option<&[u8]> {
        let row = self.rows.place(row)?;
        match &self.values {
            Values::Offsets { offsets, bytes } => {
                bytes.get(offsets.get(row)?..offsets.get(row + 1)?)
            }
            Values::Views { views, buffers } => {
                let view = &views[row];
                let part = |index: usize| {
                    let bytes = view[4 * index..4 * index + 4].try_into().ok()?;
                    usize::try_from(i32::from_le_bytes(bytes)).ok()
                };
                let length = part(0)?;
                // Short strings are in the view itself.
                if length <= 12 {
                    return view.get(4..4 + length);
                }
                let start = part(3)?;
                buffers.get(part(2)?)?.get(start..start + length)
            }
            Values::Nulls => None,
        }
    }
}

impl Texts for Strings<'_> {
    fn len(&self) -> usize {
        self.rows.count
    }

    fn text(&self, index: usize) -> &str {
        text(self.bytes(index))
    }
}

impl Column for Strings<'_> {
    fn is_null(&self, row: usize) -> bool {
        matches!(self.values, Values::Nulls) || self.rows.place(row).is_none()
    }

    fn bytes(&self, row: usize) -> &[u8] {
        self.found(row).unwrap_or_default()
    }
}

impl Indexed<'_> {
    /// Returns the number of a row's string, or nothing for a null or if the number is wrong.
    fn index(&self, row: usize) -> Option<usize> {
        let start = self.rows.place(row)? * self.width;
        let mut index = [0; 8];
        index[..self.width].copy_from_slice(&self.numbers[start..start + self.width]);
        let index = usize::try_from(u64::from_le_bytes(index)).ok()?;
        (index < self.strings.rows.count).then_some(index)
    }
}

impl Texts for Indexed<'_> {
    fn len(&self) -> usize {
        self.rows.count
    }

    fn text(&self, index: usize) -> &str {
        text(self.bytes(index))
    }
}

impl Column for Indexed<'_> {
    fn is_null(&self, row: usize) -> bool {
        let is_null = |string| self.strings.is_null(string);
        self.rows.place(row).is_none() || self.index(row).is_some_and(is_null)
    }

    fn bytes(&self, row: usize) -> &[u8] {
        self.index(row).and_then(|string| self.strings.found(string)).unwrap_or_default()
    }
}

/// Gives the arrays of an object with Arrow's interface to a sink. It returns `false` if the object
/// has none. Errors name the parameter that the object is.
pub(crate) fn visit(column: &Bound<'_, PyAny>, name: &str, sink: &mut dyn Sink) -> PyResult<bool> {
    let py = column.py();
    let kind = |schema: &Schema| {
        schema.kind().map_err(|error| PyTypeError::new_err(format!("{name}: {}", error.value(py))))
    };
    if column.hasattr("__arrow_c_stream__")? {
        let capsule = column.call_method0("__arrow_c_stream__")?;
        let mut stream = Owned::<Stream>::take(&capsule)?;
        let mut schema = Owned(Schema::RELEASED);
        stream.get(stream.0.get_schema, &mut schema.0)?;
        let kind = kind(&schema.0)?;
        if let Ok(rows) = column.len() {
            sink.expect(rows)?;
        }
        // The work on an array looks at signals too, but not if there is little of it.
        let mut signals = Signals::new();
        loop {
            signals.look(|| py.check_signals())?;
            let mut array = Owned(Array::RELEASED);
            stream.get(stream.0.get_next, &mut array.0)?;
            if array.0.release.is_none() {
                return Ok(true);
            }
            array.0.visit(py, kind, sink)?;
        }
    }
    if column.hasattr("__arrow_c_array__")? {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let schema = Owned::<Schema>::take(&capsules.get_item(0)?)?;
        let array = Owned::<Array>::take(&capsules.get_item(1)?)?;
        array.0.visit(py, kind(&schema.0)?, sink)?;
        return Ok(true);
    }
    Ok(false)
}

impl Owned<Stream> {
    /// Calls a function of the stream, which fills a structure that is released.
    fn get<T>(
        &mut self,
        function: Option<unsafe extern "C" fn(*mut Stream, *mut T) -> c_int>,
        filled: &mut T,
    ) -> PyResult<()> {
        let function = function.ok_or_else(|| PyValueError::new_err("expected an Arrow stream"))?;
        // SAFETY: the stream is not released, and the structure has room for what is written.
        let code = unsafe { function(&raw mut self.0, filled) };
        if code == 0 {
            return Ok(());
        }
        let text = self.0.get_last_error.map(|last_error| {
            // SAFETY: the last call to the stream has failed.
            unsafe { last_error(&raw mut self.0) }
        });
        let text = text.filter(|text| !text.is_null()).map_or_else(
            || format!("code {code}"),
            // SAFETY: the text has a zero at its end and stays until the next call.
            |text| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
        );
        Err(PyValueError::new_err(format!("the Arrow stream failed: {text}")))
    }
}

//! Errors of a device.

use core::fmt;

/// The reason why a device does not compute.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no device, or none with such a name.
    NoDevice {
        /// The text that was searched in names.
        wanted: Option<String>,
        /// The names of all devices.
        found: Vec<String>,
    },
    /// No device has integers of 64 bits.
    NoWords {
        /// The names of the devices.
        found: Vec<String>,
    },
    /// The driver refused to open the device.
    Refused(String),
    /// The device has too little memory.
    OutOfMemory(String),
    /// The device is gone, or was reset.
    Lost(String),
    /// The driver refused a kernel or a call.
    Invalid(String),
    /// Two columns of a batch have different lengths.
    Lengths {
        /// The number of squares.
        squares: usize,
        /// The number of boards.
        boards: usize,
    },
    /// A square of a batch is above 63.
    NoSquare {
        /// The place in the batch, from 0 on.
        place: usize,
        /// The number that should be a square.
        number: u8,
    },
    /// The count was stopped.
    Stopped,
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[String]| names.join(", ");
        match self {
            Self::NoDevice { wanted: Some(wanted), found } if !found.is_empty() => {
                write!(f, "no device has \"{wanted}\" in its name; there are {}", list(found))
            }
            Self::NoDevice { .. } => f.write_str(
                "there is no device: neither Vulkan nor Metal nor DirectX 12 has a driver here",
            ),
            Self::NoWords { found } => {
                write!(f, "no device has integers of 64 bits; there are {}", list(found))
            }
            Self::Refused(text) => write!(f, "the device cannot be opened: {text}"),
            Self::OutOfMemory(text) => write!(f, "the device has too little memory: {text}"),
            Self::Lost(text) => write!(f, "the device is lost: {text}"),
            Self::Invalid(text) => write!(f, "the device refused a kernel or a call: {text}"),
            Self::Lengths { squares, boards } => {
                write!(
                    f,
                    "expected as many boards as squares, found {squares} squares and {boards} boards"
                )
            }
            Self::NoSquare { place, number } => {
                write!(f, "square {number} in place {place}: expected 0 to 63")
            }
            Self::Stopped => f.write_str("the count was stopped"),
        }
    }
}

impl core::error::Error for GpuError {}

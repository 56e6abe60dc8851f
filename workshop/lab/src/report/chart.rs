//! The charts: SVG that takes its colours from the page.

use core::fmt::Write;

use super::escaped;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 320.0;
/// The room for the labels at the left and below.
const LEFT: f64 = 44.0;
const BELOW: f64 = 36.0;
/// The number of colours of the style.
const COLORS: usize = 8;

/// A point of a scatter chart.
#[derive(Debug)]
pub(super) struct Point {
    /// The group, which decides its colour.
    pub(super) group: String,
    /// Its name.
    pub(super) label: String,
    /// The title, which is shown when the pointer is over the point.
    pub(super) title: String,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A curve over named places.
#[derive(Debug)]
pub(super) struct Curve {
    pub(super) label: String,
    pub(super) values: Vec<Option<f64>>,
}

/// A bar.
#[derive(Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) note: String,
    pub(crate) value: f64,
}

/// A logarithmic scale from values to places.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Covers all values, with some room.
    fn over(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min) / 1.3;
        let high = values.fold(0.0, f64::max) * 1.3;
        Self { low, high, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        let part = (value / self.low).ln() / (self.high / self.low).ln();
        self.from + part * (self.to - self.from)
    }

    /// Returns the powers of ten and their doubles and halves that are on the scale.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let steps = [1.0, 2.0, 5.0];
        let ticks = (-2..6).flat_map(move |power| steps.map(|step| step * 10_f64.powi(power)));
        ticks.filter(|tick| (self.low..=self.high).contains(tick))
    }
}

fn begin(height: f64, title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\">\n")
}

/// Draws the lines and labels of the upright axis, in nanoseconds.
fn upright(svg: &mut String, scale: &Scale) {
    for tick in scale.ticks() {
        let y = scale.place(tick);
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{tick}</text>",
            LEFT - 4.0,
            y + 4.0
        );
    }
    let _ = writeln!(svg, "<text x=\"2\" y=\"12\">ns</text>");
}

/// Draws names and their colours below a chart.
fn legend(names: &[String]) -> String {
    let mut html = String::from("<ul class=\"legend\">\n");
    for (index, name) in names.iter().enumerate() {
        let _ = writeln!(html, "<li><i class=\"c{}\"></i>{}</li>", index % COLORS, escaped(name));
    }
    html + "</ul>\n"
}

/// Draws points and joins those that no other point beats in both values.
pub(super) fn scatter(points: &[Point]) -> String {
    if points.is_empty() {
        return String::new();
    }
    // Nothing has no logarithm: no tables are drawn where 64 bytes would be.
    let bytes = |point: &Point| point.x.max(64.0);
    let across = Scale::over(points.iter().map(bytes), LEFT, WIDTH);
    let up = Scale::over(points.iter().map(|point| point.y), HEIGHT - BELOW, 0.0);
    let mut svg = begin(HEIGHT, "Time against bytes of tables");
    upright(&mut svg, &up);
    for (value, label) in
        [(64.0, "none"), (1024.0, "1 KiB"), (16384.0, "16 KiB"), (262_144.0, "256 KiB")]
    {
        let x = across.place(value);
        let y = HEIGHT - BELOW + 16.0;
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{label}</text>");
    }
    let mut groups: Vec<String> = points.iter().map(|point| point.group.clone()).collect();
    groups.sort();
    groups.dedup();
    let beaten = |point: &Point| {
        points.iter().any(|other| {
            other.x <= point.x && other.y <= point.y && (other.x < point.x || other.y < point.y)
        })
    };
    let mut front: Vec<&Point> = points.iter().filter(|point| !beaten(point)).collect();
    front.sort_by(|one, other| one.x.total_cmp(&other.x));
    let line: Vec<String> = front
        .iter()
        .map(|point| format!("{:.1},{:.1}", across.place(bytes(point)), up.place(point.y)))
        .collect();
    let _ = writeln!(svg, "<polyline class=\"front\" points=\"{}\"/>", line.join(" "));
    for point in points {
        let color = groups.iter().position(|group| *group == point.group).unwrap_or(0) % COLORS;
        let _ = writeln!(
            svg,
            "<circle class=\"c{color}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"><title>{}</title></circle>",
            across.place(bytes(point)),
            up.place(point.y),
            escaped(&point.title)
        );
    }
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for point in &front {
        let x = across.place(bytes(point));
        let (class, middle) = if x > WIDTH / 2.0 { ("end", x - 50.0) } else { ("start", x + 50.0) };
        // Below the point or above it, and further away from another label.
        let free = |y: &f64| {
            let beside = |(other_x, other_y): &(f64, f64)| {
                (middle - other_x).abs() < 130.0 && (y - other_y).abs() < 13.0
            };
            !taken.iter().any(beside)
        };
        let places = [17.0, -10.0, 30.0, -23.0, 43.0].map(|away| up.place(point.y) + away);
        let y = places.into_iter().find(free).unwrap_or(places[0]);
        taken.push((middle, y));
        let _ = writeln!(
            svg,
            "<text class=\"name {class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(&point.label)
        );
    }
    svg + "</svg>\n" + &legend(&groups)
}

/// Draws curves over named places.
pub(super) fn curves(places: &[String], curves: &[Curve]) -> String {
    let values = curves.iter().flat_map(|curve| curve.values.iter().flatten().copied());
    if values.clone().next().is_none() {
        return String::new();
    }
    let up = Scale::over(values.map(|value| value.max(0.1)), HEIGHT - BELOW, 0.0);
    let step = (WIDTH - LEFT - 40.0) / (places.len().max(2) - 1) as f64;
    let across = |index: usize| LEFT + 16.0 + step * index as f64;
    let mut svg = begin(HEIGHT, "Time under cache pressure");
    upright(&mut svg, &up);
    for (index, place) in places.iter().enumerate() {
        let (x, y) = (across(index), HEIGHT - BELOW + 16.0);
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{place}</text>");
    }
    for (color, curve) in curves.iter().enumerate() {
        let color = color % COLORS;
        let known = curve.values.iter().enumerate();
        let known: Vec<(usize, f64)> =
            known.filter_map(|(index, value)| Some((index, (*value)?.max(0.1)))).collect();
        let line: Vec<String> = known
            .iter()
            .map(|&(index, value)| format!("{:.1},{:.1}", across(index), up.place(value)))
            .collect();
        let _ = writeln!(svg, "<polyline class=\"curve c{color}\" points=\"{}\"/>", line.join(" "));
        for (index, value) in known {
            let _ = writeln!(
                svg,
                "<circle class=\"c{color}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{}: {value:.2} \
                 ns</title></circle>",
                across(index),
                up.place(value),
                escaped(&curve.label)
            );
        }
    }
    let labels: Vec<String> = curves.iter().map(|curve| curve.label.clone()).collect();
    svg + "</svg>\n" + &legend(&labels)
}

/// Draws bars, each below its name and with its value, from nothing on.
pub(super) fn bars(bars: &[Bar]) -> String {
    const ROW: f64 = 34.0;
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    if most <= 0.0 {
        return String::new();
    }
    let mut svg = begin(ROW * bars.len() as f64 + 6.0, "Bars");
    for (index, bar) in bars.iter().enumerate() {
        let y = ROW * index as f64;
        let note = if bar.note.is_empty() { String::new() } else { format!(": {}", bar.note) };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{}{}</text><rect class=\"c0\" x=\"0\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"13\"/><text class=\"start\" x=\"{:.1}\" y=\"{:.1}\">{:.0}</text>",
            y + 13.0,
            escaped(&bar.label),
            escaped(&note),
            y + 17.0,
            (bar.value / most * (WIDTH - 56.0)).max(1.0),
            (bar.value / most * (WIDTH - 56.0)).max(1.0) + 5.0,
            y + 28.0,
            bar.value
        );
    }
    svg + "</svg>\n"
}

//! The report: one page of HTML that needs nothing else.

mod chart;

use core::fmt::Write;

use hyperbola::Technique;
use hyperbola_timing::statistics::geometric_mean;

use crate::model::Model;
use crate::recommend::recommendations;
use crate::record::{Measurement, Panel, Record, Row};
use chart::{Bar, Curve, Point};

/// Contenders whose curves are always drawn, where they were measured.
const DRAWN: [&str; 7] = [
    "hyperbola-quintessence on u64",
    "hq-first-rank on u64",
    "obstruction-difference-infuehr on u64",
    "kindergarten on u64",
    "rotated on u64",
    "magic-fancy on u64",
    "pext on avx2",
];

/// Writes the page of a record.
#[must_use]
pub fn html(record: &Record) -> String {
    let machine = &record.machine;
    let mut sections = String::new();
    if machine.profile != "release" {
        sections += "<p class=\"warning\">This is a build for debugging: the times are not valid measurements.</p>\n";
    }
    let all: [fn(&mut String, &Record); 9] =
        [recommended, errors, pareto, pressure, batches, perft, engine, memory, tables];
    all.iter().for_each(|write| write(&mut sections, record));
    format!(
        include_str!("page.html"),
        style = include_str!("style.css"),
        cpu = escaped(&machine.cpu),
        processors = machine.processors,
        caches = escaped(&machine.caches.join(", ")),
        version = escaped(&machine.version),
        compiler = escaped(&machine.compiler),
        profile = escaped(&machine.profile),
        clock = machine.clock(),
        load_before = machine.load_before,
        load_after = machine.load_after,
        seconds = record.seconds,
        command = escaped(&record.command),
        sections = sections,
    )
}

fn recommended(page: &mut String, record: &Record) {
    let found = recommendations(record);
    if found.is_empty() {
        return;
    }
    *page += "<section>\n<h2>What to take here</h2>\n<dl>\n";
    for one in found {
        let (choice, reason) = (escaped(&one.choice), escaped(&one.reason));
        let _ = writeln!(
            page,
            "<dt>{}</dt>\n<dd><strong>{choice}</strong><br>{reason}</dd>",
            one.purpose
        );
    }
    *page += "</dl>\n</section>\n";
}

fn errors(page: &mut String, record: &Record) {
    let mut found = record.errors().peekable();
    if found.peek().is_none() {
        return;
    }
    *page += "<section>\n<h2>Wrong answers</h2>\n<ul class=\"errors\">\n";
    for (definition, panel, name, error) in found {
        let [definition, panel, name, error] = [definition, panel, name, error].map(escaped);
        let _ =
            writeln!(page, "<li><strong>{name}</strong> in {definition}, {panel}: {error}</li>");
    }
    *page += "</ul>\n</section>\n";
}

/// Returns the measurement for a chart of queens: the first of a model.
fn first(record: &Record, model: Model) -> Option<(&Measurement, &Panel)> {
    let wanted = |one: &&Measurement| one.model == model && one.is_of_queens();
    let measurement = record.measurements.iter().find(wanted)?;
    Some((measurement, measurement.panels.first()?))
}

/// Writes a section, if there is something to draw.
fn section(page: &mut String, title: &str, text: &str, chart: &str) {
    if chart.is_empty() {
        return;
    }
    let _ = writeln!(page, "<section>\n<h2>{title}</h2>\n<p>{text}</p>\n{chart}</section>");
}

/// Draws the time of independent queries against the bytes of tables.
fn pareto(page: &mut String, record: &Record) {
    let Some((_, panel)) = first(record, Model::Throughput) else { return };
    // Each technique on its quickest word.
    let mut points: Vec<Point> = Vec::new();
    for row in &panel.rows {
        let (Some(time), Some(bytes), Some(technique)) =
            (row.time, row.table_bytes, &row.technique)
        else {
            continue;
        };
        let family = technique.parse::<Technique>().map(|one| one.info().family.to_string());
        let point = Point {
            group: family.unwrap_or_default(),
            label: technique.clone(),
            title: format!("{}: {:.2} ns, {bytes} bytes of tables", row.name, time.nanoseconds),
            x: bytes as f64,
            y: time.nanoseconds,
        };
        match points.iter_mut().find(|other| other.label == point.label) {
            Some(other) if other.y <= point.y => {}
            Some(other) => *other = point,
            None => points.push(point),
        }
    }
    section(
        page,
        "Time against tables",
        "Nanoseconds of a queen in a hot loop against the bytes of tables, each technique on its \
         quickest word, both on logarithmic scales. What the line joins is beaten by nothing in both.",
        &chart::scatter(&points),
    );
}

/// Draws the time of a query against the bytes touched between queries.
fn pressure(page: &mut String, record: &Record) {
    let Some((measurement, panel)) = first(record, Model::CachePressure) else { return };
    let best = record.ranking_of_queens(Model::CachePressure);
    let mut names: Vec<&str> = best.iter().take(1).map(|place| place.row.name.as_str()).collect();
    for drawn in DRAWN {
        if panel.row(drawn).is_some() && !names.contains(&drawn) {
            names.push(drawn);
        }
    }
    let in_panel = |panel: &Panel, name: &str| Some(panel.row(name)?.time?.nanoseconds);
    let curve = |name: &&str| Curve {
        label: (*name).to_owned(),
        values: measurement.panels.iter().map(|panel| in_panel(panel, name)).collect(),
    };
    let curves: Vec<Curve> = names.iter().map(curve).collect();
    let labels: Vec<String> =
        measurement.panels.iter().map(|panel| size(panel.touched.unwrap_or(0))).collect();
    section(
        page,
        "Time under cache pressure",
        "Nanoseconds of a queen, on a logarithmic scale, by how much other data is touched before \
         every eight queries. What a table gains in a hot loop, it may lose in an engine.",
        &chart::curves(&labels, &curves),
    );
}

/// Returns the millions of queries a second in batches on each kind of word, by the technique that
/// is quickest on it.
pub(crate) fn quickest_on_each_word(record: &Record) -> Vec<Bar> {
    let mut bars: Vec<Bar> = Vec::new();
    let Some((_, panel)) = first(record, Model::Batch) else { return bars };
    let mut words: Vec<&str> = Vec::new();
    for word in panel.rows.iter().filter_map(|row| row.word.as_deref()) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    for word in words {
        let on_word = panel.rows.iter().filter(|row| row.word.as_deref() == Some(word));
        let timed = on_word.filter_map(|row| Some((row, row.time?.nanoseconds)));
        let Some((row, nanoseconds)) = timed.min_by(|one, other| one.1.total_cmp(&other.1)) else {
            continue;
        };
        bars.push(Bar {
            label: format!("{word}, {} at once", row.lanes.unwrap_or(1)),
            note: row.technique.clone().unwrap_or_default(),
            value: 1e3 / nanoseconds,
        });
    }
    bars
}

/// Draws the batches of each width.
fn batches(page: &mut String, record: &Record) {
    section(
        page,
        "Batches by width",
        "Millions of queens a second in batches of 1024, on each kind of word by the technique that is \
         quickest on it.",
        &chart::bars(&quickest_on_each_word(record)),
    );
}

/// Returns how often each contender does a number of operations of a model in a second, by the
/// geometric mean of the positions, fastest first.
pub(crate) fn per_second(record: &Record, model: Model, number: f64) -> Vec<Bar> {
    let bar = |place: crate::record::Place<'_>| {
        let nanoseconds = geometric_mean(&place.nanoseconds)?;
        Some(Bar {
            label: place.row.name.clone(),
            note: String::new(),
            value: 1e9 / number / nanoseconds,
        })
    };
    record.ranking(model).into_iter().filter_map(bar).collect()
}

/// Draws perft.
fn perft(page: &mut String, record: &Record) {
    section(
        page,
        "Perft",
        "Millions of legal move sequences a second on one thread without a hash table, the geometric \
         mean of the positions. The generators differ only in the technique; the counters are another \
         program.",
        &chart::bars(&per_second(record, Model::Perft, 1e6)),
    );
}

/// Draws the search of a whole engine.
fn engine(page: &mut String, record: &Record) {
    section(
        page,
        "In a whole engine",
        "Thousands of nodes a second of one search, the geometric mean of the positions. All search the \
         same tree, and only what the sliders attack is computed in different ways.",
        &chart::bars(&per_second(record, Model::Search, 1e3)),
    );
}

/// Writes the bytes of code and tables, the least of both together first.
fn memory(page: &mut String, record: &Record) {
    let Some((_, panel)) = first(record, Model::Throughput) else { return };
    let row = |row: &Row| Some((row.code_bytes?, row.table_bytes?, escaped(&row.name)));
    let mut rows: Vec<(usize, usize, String)> = panel.rows.iter().filter_map(row).collect();
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|(code, tables, _)| code + tables);
    *page += "<section>\n<h2>Bytes of code and tables</h2>\n<p>A queen's attacks as a separate function, as \
              cargo workshop code-bytes read it, and the tables that it reads.</p>\n<details>\n\
              <summary>all techniques</summary>\n<div class=\"wide\"><table>\n\
              <tr><th>name</th><th>code</th><th>tables</th></tr>\n";
    for (code, tables, name) in rows {
        let _ = writeln!(page, "<tr><td>{name}</td><td>{code}</td><td>{tables}</td></tr>");
    }
    *page += "</table></div>\n</details>\n</section>\n";
}

/// Writes all figures.
fn tables(page: &mut String, record: &Record) {
    *page += "<section>\n<h2>All figures</h2>\n";
    for measurement in &record.measurements {
        let name = escaped(&measurement.name);
        let _ = writeln!(page, "<details>\n<summary>{name}</summary>");
        for paragraph in measurement.analysis.split("\n\n") {
            let _ = writeln!(page, "<p>{}</p>", escaped(paragraph));
        }
        for panel in &measurement.panels {
            panel_table(page, measurement, panel);
        }
        if !measurement.excluded.is_empty() {
            *page += "<p>Left out:</p>\n<ul>\n";
            for one in &measurement.excluded {
                let (pattern, reason) = (escaped(&one.pattern), escaped(&one.reason));
                let _ = writeln!(page, "<li>{pattern}: {reason}</li>");
            }
            *page += "</ul>\n";
        }
        *page += "</details>\n";
    }
    *page += "</section>\n";
}

fn panel_table(page: &mut String, measurement: &Measurement, panel: &Panel) {
    let _ = writeln!(
        page,
        "<h3>{}</h3>\n<p>{} rounds in turns; ratios to {}, their intervals of 95 % at most {:.1} % to \
         either side</p>\n<div class=\"wide\"><table>\n<tr><th>name</th><th>ns a {}</th><th>MAD</th>\
         <th>min</th><th>ratio</th><th>interval</th></tr>",
        escaped(&panel.label),
        panel.rounds,
        escaped(panel.baseline.as_deref().unwrap_or("nothing")),
        panel.spread * 100.0,
        measurement.model.operation(),
    );
    let ratio = |row: &&Row| row.time.map_or(f64::INFINITY, |time| time.ratio);
    let mut rows: Vec<&Row> = panel.rows.iter().collect();
    rows.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    for row in rows {
        let name = escaped(&row.name);
        if let Some(time) = row.time {
            let _ = writeln!(
                page,
                "<tr><td>{name}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td>\
                 <td>{:.3} to {:.3}</td></tr>",
                time.nanoseconds, time.mad, time.min, time.ratio, time.ratio_low, time.ratio_high
            );
        } else {
            let error = escaped(row.error.as_deref().unwrap_or_default());
            let _ = writeln!(
                page,
                "<tr class=\"error\"><td>{name}</td><td colspan=\"5\">{error}</td></tr>"
            );
        }
    }
    *page += "</table></div>\n";
}

/// Returns a number of bytes as people read it.
pub(crate) fn size(bytes: usize) -> String {
    match bytes {
        0 => "nothing".into(),
        _ if bytes >= 1 << 20 => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}

/// Returns a text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

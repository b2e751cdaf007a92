//! Figures, and how they are told.

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        count if count % 2 == 0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    }
}

/// Writes a line to standard output.
#[allow(clippy::print_stdout, reason = "the figures are the program's output")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

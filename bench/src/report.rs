//! Figures and their output.

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        count if count % 2 == 0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    }
}

/// The value at this quantile: 0.99 of a hundred values is the last but one.
pub(crate) fn at_rank(values: &[f64], part: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    // Positive, and at most the list's length.
    let rank = (values.len() as f64 * part).ceil() as usize;
    values.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

/// Prints a line to standard output.
#[allow(clippy::print_stdout, reason = "the figures are the program's output")]
pub(crate) fn say(line: &str) {
    println!("{line}");
}

//! What every picture of a page has in common: the SVG element and its white ground.

/// A picture of these sides, in pixels, made of `parts`.
pub fn svg(width: f64, height: f64, parts: impl IntoIterator<Item = String>) -> String {
    let frame = [
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\">"
        ),
        format!("<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"),
    ];
    let lines: Vec<String> = frame.into_iter().chain(parts).collect();
    format!("{}\n</svg>\n", lines.join("\n"))
}

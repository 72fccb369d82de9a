//! Tables in Markdown.

/// A table: header cells, then rows.
pub fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let header: Vec<_> = header.iter().map(ToString::to_string).collect();
    let rule: Vec<_> = header.iter().map(|_| "---".to_string()).collect();
    let rows: String = rows.map(|row| line(&row)).collect();
    format!("{}{}{rows}", line(&header), line(&rule))
}

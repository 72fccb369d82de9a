//! A table of text columns: a header of one or more lines, cells aligned, no
//! ruling and no trailing blanks, so that it reads well and diffs well.

/// On which side a column's cells line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// Rows under a header.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<(Vec<String>, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without columns.
    pub fn new() -> Table {
        Table::default()
    }

    /// Adds a column; line breaks in `header` make a header of several lines.
    pub fn column(mut self, header: &str, align: Align) -> Table {
        let lines = header.lines().map(str::to_string).collect();
        self.columns.push((lines, align));
        self
    }

    /// Adds a row: a cell for each column.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// The table as text, each line ended.
    pub fn render(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for line in self.header_lines().iter().chain(&self.rows) {
            text.push_str(self.line(line, &widths).trim_end());
            text.push('\n');
        }
        text
    }

    /// The header's lines as rows, short headers at the bottom.
    fn header_lines(&self) -> Vec<Vec<String>> {
        let height = self
            .columns
            .iter()
            .map(|(lines, _)| lines.len())
            .max()
            .unwrap_or(0);
        (0..height)
            .map(|line| {
                self.columns
                    .iter()
                    .map(|(lines, _)| {
                        let skipped = height - lines.len();
                        line.checked_sub(skipped)
                            .map_or(String::new(), |at| lines[at].clone())
                    })
                    .collect()
            })
            .collect()
    }

    fn widths(&self) -> Vec<usize> {
        let header = self.header_lines();
        (0..self.columns.len())
            .map(|column| {
                let cells = header.iter().chain(&self.rows).map(|row| &row[column]);
                cells.map(|cell| width(cell)).max().unwrap_or(0)
            })
            .collect()
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let padded = cells.iter().zip(widths).zip(&self.columns);
        let padded: Vec<_> = padded
            .map(|((cell, &width), (_, align))| pad(cell, width, *align))
            .collect();
        padded.join("  ")
    }
}

fn width(cell: &str) -> usize {
    cell.chars().count()
}

fn pad(cell: &str, to: usize, align: Align) -> String {
    let blanks = " ".repeat(to.saturating_sub(width(cell)));
    match align {
        Align::Left => format!("{cell}{blanks}"),
        Align::Right => format!("{blanks}{cell}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_line_up_under_headers_of_different_height() {
        let mut table = Table::new()
            .column("name", Align::Left)
            .column("time\n(µs)", Align::Right);
        table.row(vec!["a".into(), "1.5".into()]);
        table.row(vec!["longer".into(), "1234.5".into()]);
        assert_eq!(
            table.render(),
            "          time\nname      (µs)\na          1.5\nlonger  1234.5\n"
        );
    }
}

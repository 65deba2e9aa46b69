//! Columns that line up, as plow aligns them.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
    Center,
}

/// Pads the cells of each column that has an alignment to its widest one; a last column that is aligned to the left is
/// not padded. Further columns stay as they are.
pub(super) fn align(rows: &mut [Vec<String>], columns: &[Align]) {
    for (column, &align) in columns.iter().enumerate() {
        if column + 1 == columns.len() && align == Align::Left {
            continue;
        }
        let width = rows.iter().filter_map(|row| row.get(column)).map(|cell| shown(cell)).max().unwrap_or(0);
        for cell in rows.iter_mut().filter_map(|row| row.get_mut(column)) {
            let gap = width - shown(cell);
            let (before, after) = match align {
                Align::Left => (0, gap),
                Align::Right => (gap, 0),
                Align::Center => (gap / 2, gap - gap / 2),
            };
            *cell = format!("{:before$}{cell}{:after$}", "", "");
        }
    }
}

/// The rows as lines: `start`, then the cells with two blanks between them.
pub(super) fn lines(rows: &[Vec<String>], start: &str) -> String {
    let lines: Vec<_> = rows.iter().map(|row| format!("{start}{}\n", row.join("  "))).collect();
    lines.concat()
}

/// How many columns a terminal gives a cell: colours take none.
fn shown(cell: &str) -> usize {
    let mut width = 0;
    let mut rest = cell.chars();
    while let Some(c) = rest.next() {
        if c == '\x1b' {
            rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            width += 1;
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_half_of_a_gap_stands_before_a_centered_cell() {
        let mut rows = vec![vec!["P50".to_owned(), "P75".to_owned()], vec!["269µs".to_owned(), "3.402ms".to_owned()]];
        align(&mut rows, &[Align::Left, Align::Center]);
        assert_eq!(lines(&rows, "  "), "  P50      P75  \n  269µs  3.402ms\n");
    }

    #[test]
    fn a_last_column_to_the_left_is_not_padded_and_colours_have_no_width() {
        let mut rows =
            vec![vec!["\x1b[31m7\x1b[0m".to_owned(), "a".to_owned()], vec!["10".to_owned(), "bc".to_owned()]];
        align(&mut rows, &[Align::Right, Align::Left]);
        assert_eq!(lines(&rows, ""), " \x1b[31m7\x1b[0m  a\n10  bc\n");
    }
}

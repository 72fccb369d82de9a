//! Fragments of 8×8 matrices of 16-bit elements: lane `4 i + t` holds of row `i` the elements in columns `2 t`
//! and `2 t + 1`, the first in its low half (PTX ISA, `ldmatrix`).

use super::rows::Row;

/// Rows, and columns.
pub const SIDE: usize = 8;
/// Bytes of a row.
pub const ROW_BYTES: u32 = 16;
/// Lanes that hold a row.
pub const ROW_LANES: usize = 4;

/// The transposed matrix.
pub fn transposed(matrix: &Row) -> Row {
    let element = |row: usize, column: usize| {
        let word = matrix[ROW_LANES * row + column / 2];
        word >> (16 * (column % 2)) & 0xffff
    };
    std::array::from_fn(|lane| {
        let (row, column) = (lane / ROW_LANES, 2 * (lane % ROW_LANES));
        element(column, row) | element(column + 1, row) << 16
    })
}

/// A matrix as a load or store hands it over.
pub fn handed(matrix: Row, turned: bool) -> Row {
    match turned {
        true => transposed(&matrix),
        false => matrix,
    }
}

/// Of so many matrices, by their numbers, where their rows are: the addresses of eight lanes each.
pub fn rows(addresses: &Row, matrices: usize) -> impl Iterator<Item = (usize, &[u32])> {
    addresses.chunks(SIDE).enumerate().take(matrices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        // Element (row, column) is 16 * row + column.
        let word = |lane: usize| {
            let first = (16 * (lane / 4) + 2 * (lane % 4)) as u32;
            first | (first + 1) << 16
        };
        let matrix: Row = std::array::from_fn(word);
        let turned = transposed(&matrix);
        assert_eq!(turned[0], 16 << 16);
        assert_eq!(turned[1], 32 | 48 << 16);
        assert_eq!(turned[31], (16 * 6 + 7) | (16 * 7 + 7) << 16);
        assert_eq!(transposed(&turned), matrix);
    }
}

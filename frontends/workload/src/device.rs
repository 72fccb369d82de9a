//! Buffers in the simulated device's memory: filling, reading back, hashing.

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use sim_memory::image::{AllocationId, Memory};
use std::sync::atomic::{AtomicU32, Ordering};

/// Words that one parallel task copies.
const TASK_WORDS: usize = 1 << 16;

/// Writes bytes of a buffer from an offset on, a multiple of four; the rest keeps its values,
/// but for the bytes up to the next whole word, which become zero.
pub fn upload(memory: &mut Memory, id: AllocationId, offset: usize, bytes: &[u8]) {
    let words = memory.words_mut(id)[offset / 4..].par_chunks_mut(TASK_WORDS);
    words
        .zip(bytes.par_chunks(TASK_WORDS * 4))
        .for_each(|(words, bytes)| {
            for (word, bytes) in words.iter_mut().zip(bytes.chunks(4)) {
                let mut padded = [0; 4];
                padded[..bytes.len()].copy_from_slice(bytes);
                *word.get_mut() = u32::from_le_bytes(padded);
            }
        });
}

/// Makes a buffer zeros.
pub fn clear(memory: &mut Memory, id: AllocationId) {
    let words = memory.words_mut(id).par_iter_mut();
    words.for_each(|word| *word.get_mut() = 0);
}

/// A buffer's bytes.
pub fn download(memory: &Memory, id: AllocationId) -> Vec<u8> {
    let words = memory.words(id);
    let mut bytes = vec![0; words.len() * 4];
    let chunks = bytes.par_chunks_mut(TASK_WORDS * 4);
    chunks
        .zip(words.par_chunks(TASK_WORDS))
        .for_each(|(bytes, words)| {
            for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
                *bytes = word.load(Ordering::Relaxed).to_le_bytes();
            }
        });
    bytes.truncate(memory.bytes(id) as usize);
    bytes
}

/// The first 16 hex digits of the SHA-256 of a buffer's bytes.
pub fn sha(memory: &Memory, id: AllocationId) -> String {
    let mut hash = Sha256::new();
    let mut left = memory.bytes(id) as usize;
    let mut bytes = Vec::with_capacity(TASK_WORDS * 4);
    for words in memory.words(id).chunks(TASK_WORDS) {
        bytes.clear();
        bytes.extend(
            words
                .iter()
                .flat_map(|w: &AtomicU32| w.load(Ordering::Relaxed).to_le_bytes()),
        );
        let used = bytes.len().min(left);
        hash.update(&bytes[..used]);
        left -= used;
    }
    let digits = hash.finalize();
    digits
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_of_bytes_comes_back_and_hashes_as_they_are() {
        let mut memory = Memory::new(1 << 20);
        memory.allocate("a", 3, 1).expect("room");
        let id = memory.find("a").expect("it exists");
        upload(&mut memory, id, 0, b"abc");
        assert_eq!(download(&memory, id), b"abc");
        // The test vector of FIPS 180-2.
        assert_eq!(sha(&memory, id), "ba7816bf8f01cfea");
    }
}

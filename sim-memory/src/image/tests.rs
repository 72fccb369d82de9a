use super::*;
use crate::line_payload::line_payloads;
use crate::message::{AtomicOp, AtomicType};

fn memory() -> (Memory, Address) {
    let mut memory = Memory::new(1 << 30);
    let base = memory.allocate("a", 1000, 4).expect("room");
    (memory, base)
}

#[test]
fn an_access_is_checked_to_the_byte() {
    let (memory, base) = memory();
    let mut cursor = Cursor::default();
    assert!(memory.check(&mut cursor, base + 996, 4).is_ok());
    for (address, bytes) in [(base + 997, 4), (base + 1000, 1), (base - 1, 1)] {
        let fault = AddressFault { address, bytes };
        assert_eq!(memory.check(&mut cursor, address, bytes), Err(fault));
    }
}

#[test]
fn a_fault_is_told_by_the_nearest_buffer() {
    let (mut memory, base) = memory();
    let other = memory.allocate("b", 64, 8).expect("room");
    let past = memory.place(base + 1000, 4).expect("a buffer");
    assert_eq!(
        past.to_string(),
        "`a[250]`, past the last of its 250 elements of 4 bytes"
    );
    let before = memory.place(other - 8, 8).expect("a buffer");
    assert_eq!((before.element, before.side), (-1, Side::Before));
}

#[test]
fn a_hidden_buffer_tells_no_fault() {
    let (mut memory, base) = memory();
    memory.allocate("b", 64, 8).expect("room");
    memory.hide(memory.find("b").expect("it exists"));
    let past = memory.place(base + (1 << 40), 4).expect("a buffer");
    assert_eq!((past.buffer.as_str(), past.side), ("a", Side::Past));
}

#[test]
fn the_limit_and_duplicate_names_are_refused() {
    let mut memory = Memory::new(100);
    memory.allocate("a", 60, 4).expect("room");
    assert!(matches!(
        memory.allocate("b", 41, 4),
        Err(AllocationError::OutOfMemory { used: 60, .. })
    ));
    assert_eq!(
        memory.allocate("a", 1, 1),
        Err(AllocationError::Duplicate("a".into()))
    );
}

#[test]
fn bytes_written_come_back_at_every_width() {
    let (memory, base) = memory();
    let mut cursor = Cursor::default();
    memory
        .write_bytes(base + 5, &[1, 2, 3, 4, 5, 6, 7])
        .expect("inside");
    assert_eq!(memory.read_u32(&mut cursor, base + 4), Ok(0x0302_0100));
    assert_eq!(memory.read_u8(&mut cursor, base + 6), Ok(2));
    assert_eq!(memory.read_u16(&mut cursor, base + 6), Ok(0x0302));
    let words = memory.read_words::<2>(&mut cursor, base + 8);
    assert_eq!(words, Ok([0x0706_0504, 0]));
    let mut line = [9; 32];
    memory
        .read_line(&mut cursor, base >> 7, &mut line)
        .expect("a line");
    assert_eq!(line[..3], [0, 0x0302_0100, 0x0706_0504]);
}

#[test]
fn a_store_writes_only_the_bytes_of_its_mask() {
    let (memory, base) = memory();
    memory.write_bytes(base, &[0xee; 12]).expect("inside");
    let payloads = line_payloads([(base >> 7, 0xf06)]);
    let store = payloads.get(0);
    for (_, word) in store.words() {
        set(word, 0x4433_2211);
    }
    memory.apply_store(&mut Cursor::default(), &store);
    let mut bytes = [0; 12];
    memory.read_bytes(base, &mut bytes).expect("inside");
    let want = [
        0xee, 0x22, 0x33, 0xee, 0xee, 0xee, 0xee, 0xee, 0x11, 0x22, 0x33, 0x44,
    ];
    assert_eq!(bytes, want);
}

#[test]
fn lanes_of_an_atomic_see_each_other_in_lane_order() {
    let (memory, base) = memory();
    let payload = AtomicPayload {
        line: base >> 7,
        op: AtomicOp::Add,
        ty: AtomicType::U32,
        count: 3,
        offsets: std::array::from_fn(|lane| if lane == 1 { 8 } else { 4 }),
        ..Default::default()
    };
    for (lane, value) in [10, 20, 30].into_iter().enumerate() {
        set(&payload.a[lane], value);
    }
    memory.apply_atomic(&mut Cursor::default(), &payload);
    let old: Vec<u32> = payload.a[..3].iter().map(get).collect();
    assert_eq!(old, [0, 0, 10]);
    assert_eq!(
        memory.read_words::<2>(&mut Cursor::default(), base + 4),
        Ok([40, 20])
    );
}

#[test]
fn a_64_bit_compare_and_swap_compares_both_halves() {
    let (memory, base) = memory();
    memory
        .write_bytes(base + 12, &[1, 0, 0, 0])
        .expect("inside");
    let mut payload = AtomicPayload {
        line: base >> 7,
        op: AtomicOp::Cas,
        ty: AtomicType::U64,
        count: 2,
        offsets: [8; 32],
        ..Default::default()
    };
    payload.b[..2].copy_from_slice(&[7, 8]);
    set(&payload.a_high[1], 1);
    memory.apply_atomic(&mut Cursor::default(), &payload);
    let word = memory.read_words::<2>(&mut Cursor::default(), base + 8);
    assert_eq!(word, Ok([8, 0]));
}

#[test]
fn buffers_come_zeroed_and_leave_as_bytes() {
    let (mut memory, _) = memory();
    let id = memory.find("a").expect("it exists");
    *memory.words_mut(id)[249].get_mut() = 0x0102_0304;
    let bytes = memory.copy_out(id);
    assert_eq!(bytes.len(), 1000);
    assert_eq!(bytes[996..], [4, 3, 2, 1]);
    assert!(bytes[..996].iter().all(|&b| b == 0));
}

#[test]
fn lanes_read_from_one_buffer_or_from_several() {
    let (mut memory, base) = memory();
    let other = memory.allocate("b", 64, 8).expect("room");
    let bytes: Vec<u8> = (0..64).collect();
    memory.write_bytes(base, &bytes).expect("inside");
    memory.write_bytes(other, &bytes).expect("inside");
    let word = |lane: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| (4 * lane + byte) as u8));
    for second in [base, other] {
        let addresses = std::array::from_fn(|lane| match lane {
            0..8 => second + 8 * lane as u64,
            _ => base + 8 * (lane as u64 % 8),
        });
        let mut rows = [[7; 32]; 2];
        let read = memory.read_lanes(&mut Cursor::default(), &addresses, 0xffff_fffd, &mut rows);
        assert_eq!(read, Ok(()));
        for lane in (0..32).filter(|&lane| lane != 1) {
            let first = 2 * (lane % 8);
            assert_eq!(rows.map(|row| row[lane]), [word(first), word(first + 1)]);
        }
        assert_eq!(rows.map(|row| row[1]), [7; 2]);
    }
}

#[test]
fn the_first_lane_that_reads_past_its_buffer_is_told() {
    let (memory, base) = memory();
    let addresses = std::array::from_fn(|lane| base + 968 + 4 * lane as u64);
    let mut rows = [[0; 32]];
    let read = memory.read_lanes(&mut Cursor::default(), &addresses, !0, &mut rows);
    let fault = AddressFault {
        address: base + 1000,
        bytes: 4,
    };
    assert_eq!(read, Err(fault));
    let read = memory.read_lanes(&mut Cursor::default(), &addresses, 0xff, &mut rows);
    assert_eq!(read, Ok(()));
}

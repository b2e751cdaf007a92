//! Reproducible pseudo-random numbers: one for each (seed, topic, index).

/// Spreads a number over all 64 bits (the finaliser of SplitMix64).
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The random number of `index` in `topic`. Different topics make properties of one index independent.
pub(crate) const fn draw(seed: u64, topic: u64, index: u64) -> u64 {
    let stream = mix(seed.wrapping_add(topic.wrapping_mul(0xd6e8_feb8_6659_fd93)));
    mix(stream.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// Takes a number below `bound` out of a random number and leaves the rest for the next call.
pub(crate) const fn take(luck: &mut u64, bound: u64) -> usize {
    let taken = *luck % bound;
    *luck /= bound;
    taken as usize
}

/// Topics of [`draw`], one for each random property.
pub(crate) mod topic {
    pub(crate) const STUDENT_NAME: u64 = 1;
    pub(crate) const STUDENT_PHONE: u64 = 2;
    pub(crate) const TEACHER_NAME: u64 = 3;
    pub(crate) const TEACHER_LIFE: u64 = 4;
    pub(crate) const MBKM_NAME: u64 = 5;
    pub(crate) const MBKM_PHONE: u64 = 6;
    pub(crate) const MBKM_IN_CLASS: u64 = 7;
    pub(crate) const SHUFFLE: u64 = 8;
    pub(crate) const TIMETABLE: u64 = 9;
    pub(crate) const TEAM: u64 = 10;
    pub(crate) const ZOOM_CLASS: u64 = 11;
    pub(crate) const ZOOM_MEETING: u64 = 12;
    pub(crate) const ZOOM_PARTICIPANT: u64 = 13;
    pub(crate) const ZOOM_USER: u64 = 14;
    /// Each elective has its own topic, counted from here.
    pub(crate) const ELECTIVE: u64 = 1000;
}

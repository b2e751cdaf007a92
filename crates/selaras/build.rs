//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // What the compiler made of one function for ten kinds is often the same: it stands in the program once, and in memory. Only where
    // Rust brings its own linker, which knows how.
    let target = std::env::var("TARGET").unwrap_or_default();
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        // Where an address stands in the program's data the system's loader is told in a fortieth of the room, all of which is read at
        // each start and stays in memory. It needs glibc 2.36, which Debian 12 has.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

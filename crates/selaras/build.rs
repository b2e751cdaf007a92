//! Linker options.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Fold identical code: the generics of ten kinds often compile to the same functions. Only for the target where Rust
    // brings its own linker, which supports it.
    let target = std::env::var("TARGET").unwrap_or_default();
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        // Packs relative relocations into a fortieth of the space, which each start reads and keeps in memory. Needs glibc
        // 2.36, which Debian 12 has.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

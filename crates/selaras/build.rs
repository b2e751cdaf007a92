//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // What the compiler made of one function for ten kinds is often the same: it stands in the program once, and in memory. Only where
    // Rust brings its own linker, which knows how.
    let target = std::env::var("TARGET").unwrap_or_default();
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let described = protox::compile(["sum.proto", "arena.proto"], ["."])?;
    tonic_prost_build::configure().build_client(false).compile_fds(described)?;
    Ok(())
}

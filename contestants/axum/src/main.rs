mod arena;
mod te;
mod ws;

use std::env;

use axum::routing::any;
use axum::serve::ListenerExt;
use te::Failure;
use tokio::net::TcpListener;

async fn serve(host: &str, port: u16) -> Result<(), Failure> {
    // Otherwise Nagle's algorithm holds back what follows a segment that the client has not acknowledged, for 40 ms.
    let listener = TcpListener::bind((host, port)).await?.tap_io(|stream| stream.set_nodelay(true).expect("a socket"));
    let routes = te::routes().await?.merge(arena::routes()?).route("/ws", any(ws::upgrade));
    Ok(axum::serve(listener, routes).await?)
}

fn main() -> Result<(), Failure> {
    let [host, port, workers] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("HOST PORT WORKERS");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers.parse()?).enable_all().build()?;
    runtime.block_on(serve(&host, port.parse()?))
}

use std::env;

use bench::calculator_server::{Calculator, CalculatorServer};
use bench::{Pair, Sum};
use tonic::transport::Server;
use tonic::{Request, Response, Status};

mod bench {
    tonic::include_proto!("bench");
}

struct Adding;

#[tonic::async_trait]
impl Calculator for Adding {
    async fn add(&self, request: Request<Pair>) -> Result<Response<Sum>, Status> {
        let Pair { a, b } = request.into_inner();
        Ok(Response::new(Sum { sum: a.wrapping_add(b) }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [host, port, workers] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("HOST PORT WORKERS");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers.parse()?).enable_all().build()?;
    let server = Server::builder().tcp_nodelay(true).add_service(CalculatorServer::new(Adding));
    runtime.block_on(server.serve(format!("{host}:{port}").parse()?))?;
    Ok(())
}

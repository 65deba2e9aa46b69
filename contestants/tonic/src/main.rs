use std::env;

use bench::calculator_server::{Calculator, CalculatorServer};
use bench::{Pair, Sum};
use benchmark::benchmark_service_server::{BenchmarkService, BenchmarkServiceServer};
use benchmark::{SumReply, SumRequest};
use tonic::transport::Server;
use tonic::{Request, Response, Status};

mod bench {
    tonic::include_proto!("bench");
}

mod benchmark {
    tonic::include_proto!("benchmark");
}

struct Adding;

#[tonic::async_trait]
impl Calculator for Adding {
    async fn add(&self, request: Request<Pair>) -> Result<Response<Sum>, Status> {
        let Pair { a, b } = request.into_inner();
        Ok(Response::new(Sum { sum: a.wrapping_add(b) }))
    }
}

#[tonic::async_trait]
impl BenchmarkService for Adding {
    async fn get_sum(&self, request: Request<SumRequest>) -> Result<Response<SumReply>, Status> {
        let SumRequest { a, b } = request.into_inner();
        Ok(Response::new(SumReply { result: a.wrapping_add(b) }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [host, port, workers] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("HOST PORT WORKERS");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(workers.parse()?).enable_all().build()?;
    let server = Server::builder()
        .tcp_nodelay(true)
        .add_service(CalculatorServer::new(Adding))
        .add_service(BenchmarkServiceServer::new(Adding));
    runtime.block_on(server.serve(format!("{host}:{port}").parse()?))?;
    Ok(())
}

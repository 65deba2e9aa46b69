mod te;

use std::env;

use actix_web::web::Data;
use actix_web::{App, HttpServer};
use te::{Failure, Store};

#[actix_web::main]
async fn main() -> Result<(), Failure> {
    let [host, port, workers] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("HOST PORT WORKERS");
    let store = Store::open().await?.map(Data::new);
    let app = move || App::new().configure(|config| te::route(config, store.clone()));
    let server = HttpServer::new(app).workers(workers.parse()?).bind((host, port.parse()?))?;
    Ok(server.run().await?)
}

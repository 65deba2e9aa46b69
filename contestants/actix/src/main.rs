mod arena;
mod te;

use std::env;

use actix_web::web::Data;
use actix_web::{App, HttpServer};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use te::{Failure, Store};

fn config() -> Result<ServerConfig, Failure> {
    let chain = CertificateDer::pem_file_iter(env::var("TLS_CERT")?)?.collect::<Result<_, _>>()?;
    let key = PrivateKeyDer::from_pem_file(env::var("TLS_KEY")?)?;
    Ok(ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key)?)
}

#[actix_web::main]
async fn main() -> Result<(), Failure> {
    let [host, port, workers] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("HOST PORT WORKERS");
    let store = Store::open().await?.map(Data::new);
    let items = arena::read()?;
    let app = move || {
        App::new()
            .configure(|config| te::route(config, store.clone()))
            .configure(|config| arena::route(config, items.clone()))
    };
    let mut server = HttpServer::new(app).workers(workers.parse()?).bind((host.as_str(), port.parse()?))?;
    if let Ok(port) = env::var("TLS_PORT") {
        server = server.bind_rustls_0_23((host.as_str(), port.parse()?), config()?)?; // it offers h2 by ALPN
    }
    Ok(server.run().await?)
}

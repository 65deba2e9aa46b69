//! TechEmpower's tests (docs/suites.md).

pub mod arena_db;
mod mariadb;
mod store;

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::http::header::ContentType;
use actix_web::middleware::Compress;
use actix_web::web::{self, Data, Query, ServiceConfig};
use actix_web::{Handler, HttpResponse, Resource, Responder, error};
use arena_db::async_db;
pub use mariadb::Store;
use serde::Serialize;
use store::count;
pub use store::{Failure, Postgres};

use crate::arena::crud;

type Asked = Query<HashMap<String, String>>;
pub type Answer<Body> = Result<Body, error::InternalError<Failure>>;

#[derive(Serialize)]
struct Message {
    message: &'static str,
}

pub fn failed(failure: Failure) -> error::InternalError<Failure> {
    error::InternalError::new(failure, actix_web::http::StatusCode::INTERNAL_SERVER_ERROR)
}

async fn json() -> impl Responder {
    web::Json(Message { message: "Hello, World!" })
}

async fn plaintext() -> impl Responder {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("Hello, World!")
}

#[derive(Serialize)]
struct Item {
    id: u32,
    name: String,
    price: u32,
}

async fn items() -> impl Responder {
    let item = |id| Item { id, name: format!("Item {id}"), price: id * 100 };
    web::Json((1..=50).map(item).collect::<Vec<_>>())
}

async fn db(store: Data<Store>) -> Answer<impl Responder> {
    store.worlds(1).await.map(|rows| web::Json(rows[0])).map_err(failed)
}

async fn queries(store: Data<Store>, asked: Asked) -> Answer<impl Responder> {
    store.worlds(count(asked.get("queries"))).await.map(web::Json).map_err(failed)
}

async fn updates(store: Data<Store>, asked: Asked) -> Answer<impl Responder> {
    store.updated(count(asked.get("queries"))).await.map(web::Json).map_err(failed)
}

async fn cached(store: Data<Postgres>, asked: Asked) -> impl Responder {
    web::Json(store.cached(count(asked.get("count"))))
}

async fn fortunes(store: Data<Store>) -> Answer<impl Responder> {
    store.fortunes().await.map(web::Html::new).map_err(failed)
}

/// A path for GET and HEAD.
pub fn at<Arguments, Function>(path: &str, answer: Function) -> Resource
where
    Function: Handler<Arguments>,
    Arguments: actix_web::FromRequest + 'static,
    Function::Output: Responder + 'static,
{
    web::resource(path).route(web::get().to(answer.clone())).route(web::head().to(answer))
}

/// Adds all routes; without a database those that need none.
pub fn route(config: &mut ServiceConfig, store: Option<Data<Store>>) {
    config
        .service(at("/json", json))
        .service(at("/plaintext", plaintext))
        .service(at("/items", items).wrap(Compress::default()));
    if let Some(store) = store {
        if let Store::Postgres(postgres) = store.get_ref() {
            config.app_data(Data::from(Arc::clone(postgres)));
            config.service(at("/cached-queries", cached)).service(at("/async-db", async_db)).configure(crud::route);
        }
        config.app_data(store).service(at("/db", db)).service(at("/queries", queries));
        config.service(at("/updates", updates)).service(at("/fortunes", fortunes));
    }
}

//! HttpArena's profiles (docs/suites.md); the data set is read once.

pub mod crud;
pub mod items;

use std::fs;

use actix_files::Files;
use actix_web::error::ErrorBadRequest;
use actix_web::web::{self, Data, Path, Payload, Query, ServiceConfig};
use actix_web::{HttpResponse, Responder, Result};
use futures_util::StreamExt;
use serde::Deserialize;

use self::items::{Counted, Item, Totalled};
use crate::te::{Failure, at};

#[derive(Deserialize)]
struct Pair {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Times {
    m: i64,
}

pub fn read() -> Result<Data<Vec<Item>>, Failure> {
    let items: Vec<Item> = serde_json::from_slice(&fs::read("arena-dataset.json")?)?;
    Ok(Data::new(items))
}

async fn pipeline() -> impl Responder {
    "ok"
}

async fn sum(pair: Query<Pair>) -> impl Responder {
    (pair.a + pair.b).to_string()
}

async fn sum_with_body(pair: Query<Pair>, body: String) -> Result<String> {
    let number: i64 = body.parse().map_err(ErrorBadRequest)?;
    Ok((pair.a + pair.b + number).to_string())
}

async fn upload(mut body: Payload) -> Result<String> {
    let mut size = 0;
    while let Some(chunk) = body.next().await {
        size += chunk?.len();
    }
    Ok(size.to_string())
}

async fn json(items: Data<Vec<Item>>, count: Path<usize>, times: Query<Times>) -> impl Responder {
    let total = |item| Totalled { item, total: item.price * item.quantity * times.m };
    let items: Vec<_> = items.iter().take(*count).map(total).collect();
    HttpResponse::Ok().json(Counted { count: items.len(), items })
}

pub fn route(config: &mut ServiceConfig, items: Data<Vec<Item>>) {
    config.app_data(items).service(at("/pipeline", pipeline)).service(at("/json/{count}", json));
    config.service(Files::new("/static", "static").try_compressed());
    config.route("/upload", web::post().to(upload));
    config.service(at("/baseline11", sum).route(web::post().to(sum_with_body)));
}

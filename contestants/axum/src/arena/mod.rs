//! HttpArena's profiles (docs/suites.md); the data set is read once.

pub mod crud;
pub mod items;

use std::fs;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::StreamExt;
use serde::Deserialize;
use tower_http::services::ServeDir;

use self::items::{Counted, Item, Totalled};
use crate::te::Failure;

#[derive(Deserialize)]
struct Pair {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Times {
    m: i64,
}

async fn pipeline() -> &'static str {
    "ok"
}

async fn sum(Query(Pair { a, b }): Query<Pair>) -> String {
    (a + b).to_string()
}

async fn sum_with_body(Query(Pair { a, b }): Query<Pair>, body: String) -> Result<String, StatusCode> {
    let number: i64 = body.parse().map_err(|_| StatusCode::BAD_REQUEST)?;
    Ok((a + b + number).to_string())
}

async fn upload(body: Body) -> Result<String, StatusCode> {
    let mut chunks = body.into_data_stream();
    let mut size = 0;
    while let Some(chunk) = chunks.next().await {
        size += chunk.map_err(|_| StatusCode::BAD_REQUEST)?.len();
    }
    Ok(size.to_string())
}

async fn json(
    State(items): State<Arc<[Item]>>,
    Path(count): Path<usize>,
    Query(Times { m }): Query<Times>,
) -> Response {
    let total = |item| Totalled { item, total: item.price * item.quantity * m };
    let items: Vec<_> = items.iter().take(count).map(total).collect();
    Json(Counted { count: items.len(), items }).into_response()
}

pub fn routes() -> Result<Router, Failure> {
    let Json(items) = Json::<Vec<Item>>::from_bytes(&fs::read("arena-dataset.json")?)?;
    Ok(Router::new()
        .route("/pipeline", get(pipeline))
        .route("/baseline11", get(sum).post(sum_with_body))
        .route("/upload", post(upload))
        .route("/json/{count}", get(json))
        .nest_service("/static", ServeDir::new("static").precompressed_br().precompressed_gzip())
        .with_state(items.into()))
}

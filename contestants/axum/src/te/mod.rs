//! TechEmpower's tests (docs/suites.md).

pub mod arena_db;
mod mariadb;
mod store;

use std::collections::HashMap;
use std::sync::Arc;

use crate::arena::crud;
use arena_db::Listed;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use mariadb::Store;
use serde::{Deserialize, Serialize};
pub use store::{Failure, Postgres};
use store::{World, count};

type Asked = Query<HashMap<String, String>>;
type Shared = State<Arc<Store>>;
type Caching = State<Arc<Postgres>>;

#[derive(Serialize)]
struct Message {
    message: &'static str,
}

pub struct Failed(Failure);

impl<Cause: Into<Failure>> From<Cause> for Failed {
    fn from(cause: Cause) -> Self {
        Self(cause.into())
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, self.0.to_string()).into_response()
    }
}

async fn json() -> Json<Message> {
    Json(Message { message: "Hello, World!" })
}

async fn plaintext() -> &'static str {
    "Hello, World!"
}

async fn db(State(store): Shared) -> Result<Json<World>, Failed> {
    Ok(Json(store.worlds(1).await?[0]))
}

async fn queries(State(store): Shared, asked: Asked) -> Result<Json<Vec<World>>, Failed> {
    Ok(Json(store.worlds(count(asked.get("queries"))).await?))
}

async fn updates(State(store): Shared, asked: Asked) -> Result<Json<Vec<World>>, Failed> {
    Ok(Json(store.updated(count(asked.get("queries"))).await?))
}

async fn cached(State(store): Caching, asked: Asked) -> Json<Vec<World>> {
    Json(store.cached(count(asked.get("count"))))
}

#[derive(Deserialize)]
struct Range {
    min: i32,
    max: i32,
    limit: i64,
}

async fn async_db(
    State(store): Caching,
    Query(Range { min, max, limit }): Query<Range>,
) -> Result<Json<Listed>, Failed> {
    Ok(Json(store.items(min, max, limit).await?))
}

async fn fortunes(State(store): Shared) -> Result<Html<String>, Failed> {
    Ok(Html(store.fortunes().await?))
}

/// All routes; without a database those that need none.
pub async fn routes() -> Result<Router, Failure> {
    let plain = Router::new().route("/json", get(json)).route("/plaintext", get(plaintext));
    let Some(store) = Store::open().await? else { return Ok(plain) };
    let mut routes = plain;
    if let Store::Postgres(postgres) = &store {
        let caching = Router::new().route("/cached-queries", get(cached)).route("/async-db", get(async_db));
        routes = routes.merge(caching.with_state(Arc::clone(postgres))).merge(crud::routes(Arc::clone(postgres)));
    }
    let database = Router::new()
        .route("/db", get(db))
        .route("/queries", get(queries))
        .route("/updates", get(updates))
        .route("/fortunes", get(fortunes));
    Ok(routes.merge(database.with_state(Arc::new(store))))
}

//! HttpArena's crud (docs/suites.md): items of PostgreSQL, read one by one through a cache.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};

use super::items::Page;
use crate::te::arena_db::item;
use crate::te::{Failed, Postgres};

const ONE: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE id = $1";
const PAGE: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE category = $1 ORDER BY id LIMIT $2 OFFSET $3";
const CHANGE: &str = "UPDATE items SET name = $2, price = $3, quantity = $4 WHERE id = $1 RETURNING id";
const ADD: &str = r#"INSERT INTO items (id, name, category, price, quantity, active, tags, rating_score, rating_count)
    VALUES ($1, $2, $3, $4, $5, true, '["bench"]', 0, 0)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, price = excluded.price, quantity = excluded.quantity"#;

type Shared = State<(Arc<Postgres>, Cache<i32, Bytes>)>;
type Answer<Body> = Result<Body, Failed>;

#[derive(Deserialize, Serialize)]
struct Changes {
    name: String,
    price: i32,
    quantity: i32,
}

#[derive(Deserialize, Serialize)]
struct New {
    id: i32,
    name: String,
    category: String,
    price: i32,
    quantity: i32,
}

#[derive(Deserialize)]
struct Asked {
    category: String,
    page: i64,
    limit: i64,
}

fn shown(json: Bytes, known: &'static str) -> Response {
    ([("content-type", "application/json"), ("x-cache", known)], json).into_response()
}

async fn one(State((store, cache)): Shared, Path(id): Path<i32>) -> Answer<Response> {
    if let Some(json) = cache.get(&id) {
        return Ok(shown(json, "HIT"));
    }
    let Some(row) = store.rows(ONE, &[&id]).await?.pop() else { return Ok(StatusCode::NOT_FOUND.into_response()) };
    let json = Bytes::from(serde_json::to_vec(&item(&row))?);
    cache.insert(id, json.clone());
    Ok(shown(json, "MISS"))
}

async fn change(State((store, cache)): Shared, Path(id): Path<i32>, Json(fresh): Json<Changes>) -> Answer<Response> {
    let changed = store.rows(CHANGE, &[&id, &fresh.name, &fresh.price, &fresh.quantity]).await?;
    cache.invalidate(&id);
    Ok(if changed.is_empty() { StatusCode::NOT_FOUND.into_response() } else { Json(fresh).into_response() })
}

async fn page(State((store, _)): Shared, Query(Asked { category, page, limit }): Query<Asked>) -> Answer<Json<Page>> {
    let rows = store.rows(PAGE, &[&category, &limit, &((page - 1) * limit)]).await?;
    Ok(Json(Page { total: rows.len(), items: rows.iter().map(item).collect(), page, limit }))
}

async fn add(State((store, cache)): Shared, Json(new): Json<New>) -> Answer<impl IntoResponse> {
    store.rows(ADD, &[&new.id, &new.name, &new.category, &new.price, &new.quantity]).await?;
    cache.invalidate(&new.id);
    Ok((StatusCode::CREATED, Json(new)))
}

pub fn routes(store: Arc<Postgres>) -> Router {
    Router::new()
        .route("/crud/items/{id}", get(one).put(change))
        .route("/crud/items", get(page).post(add))
        .with_state((store, Cache::builder().time_to_live(Duration::from_millis(200)).build()))
}

//! HttpArena's crud (docs/suites.md): items of PostgreSQL, read one by one through a cache.

use std::sync::LazyLock;
use std::time::Duration;

use actix_web::web::{self, Bytes, Data, Json, Path, Query, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};

use super::items::Page;
use crate::te::arena_db::item;
use crate::te::{Answer, Postgres, at, failed};

const ONE: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE id = $1";
const PAGE: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE category = $1 ORDER BY id LIMIT $2 OFFSET $3";
const CHANGE: &str = "UPDATE items SET name = $2, price = $3, quantity = $4 WHERE id = $1 RETURNING id";
const ADD: &str = r#"INSERT INTO items (id, name, category, price, quantity, active, tags, rating_score, rating_count)
    VALUES ($1, $2, $3, $4, $5, true, '["bench"]', 0, 0)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, price = excluded.price, quantity = excluded.quantity"#;

/// Of all workers.
static CACHE: LazyLock<Cache<i32, Bytes>> =
    LazyLock::new(|| Cache::builder().time_to_live(Duration::from_millis(200)).build());

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

fn shown(json: Bytes, known: &str) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").insert_header(("x-cache", known)).body(json)
}

async fn one(store: Data<Postgres>, id: Path<i32>) -> Answer<HttpResponse> {
    if let Some(json) = CACHE.get(&*id) {
        return Ok(shown(json, "HIT"));
    }
    let rows = store.rows(ONE, &[&*id]).await.map_err(failed)?;
    let Some(row) = rows.first() else { return Ok(HttpResponse::NotFound().finish()) };
    let json = Bytes::from(serde_json::to_vec(&item(row)).map_err(|error| failed(error.into()))?);
    CACHE.insert(*id, json.clone());
    Ok(shown(json, "MISS"))
}

async fn change(store: Data<Postgres>, id: Path<i32>, fresh: Json<Changes>) -> Answer<HttpResponse> {
    let changed = store.rows(CHANGE, &[&*id, &fresh.name, &fresh.price, &fresh.quantity]).await.map_err(failed)?;
    CACHE.invalidate(&*id);
    Ok(if changed.is_empty() { HttpResponse::NotFound().finish() } else { HttpResponse::Ok().json(fresh) })
}

async fn page(store: Data<Postgres>, asked: Query<Asked>) -> Answer<impl Responder> {
    let Asked { category, page, limit } = asked.into_inner();
    let rows = store.rows(PAGE, &[&category, &limit, &((page - 1) * limit)]).await.map_err(failed)?;
    Ok(Json(Page { total: rows.len(), items: rows.iter().map(item).collect(), page, limit }))
}

async fn add(store: Data<Postgres>, new: Json<New>) -> Answer<HttpResponse> {
    store.rows(ADD, &[&new.id, &new.name, &new.category, &new.price, &new.quantity]).await.map_err(failed)?;
    CACHE.invalidate(&new.id);
    Ok(HttpResponse::Created().json(new))
}

pub fn route(config: &mut ServiceConfig) {
    config.service(at("/crud/items/{id}", one).route(web::put().to(change)));
    config.service(at("/crud/items", page).route(web::post().to(add)));
}

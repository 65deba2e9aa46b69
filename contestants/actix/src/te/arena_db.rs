//! HttpArena's async-db (docs/suites.md): items of PostgreSQL through tokio-postgres.

use actix_web::Responder;
use actix_web::web::{self, Data, Query};
use serde::{Deserialize, Serialize};
use tokio_postgres::Row;
use tokio_postgres::types::{Json, ToSql};

use super::store::{Failure, Postgres};
use super::{Answer, failed};
use crate::arena::items::{Item, Rating};

const ITEMS: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3";

#[derive(Serialize)]
pub struct Listed {
    count: usize,
    items: Vec<Item>,
}

/// The item in a row of these columns.
pub fn item(row: &Row) -> Item {
    let number = |value: i32| i64::from(value);
    Item {
        id: number(row.get(0)),
        name: row.get(1),
        category: row.get(2),
        price: number(row.get(3)),
        quantity: number(row.get(4)),
        active: row.get(5),
        tags: row.get::<_, Json<Vec<String>>>(6).0,
        rating: Rating { score: number(row.get(7)), count: number(row.get(8)) },
    }
}

impl Postgres {
    /// The rows that a statement answers, which is prepared once for each connection.
    pub async fn rows(&self, statement: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(statement).await?;
        Ok(client.query(&statement, values).await?)
    }

    pub async fn items(&self, low: i32, high: i32, limit: i64) -> Result<Listed, Failure> {
        let rows = self.rows(ITEMS, &[&low, &high, &limit]).await?;
        Ok(Listed { count: rows.len(), items: rows.iter().map(item).collect() })
    }
}

#[derive(Deserialize)]
pub struct Range {
    min: i32,
    max: i32,
    limit: i64,
}

pub async fn async_db(store: Data<Postgres>, range: Query<Range>) -> Answer<impl Responder> {
    store.items(range.min, range.max, range.limit).await.map(web::Json).map_err(failed)
}

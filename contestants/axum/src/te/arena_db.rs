//! HttpArena's async-db (docs/suites.md): items of PostgreSQL through tokio-postgres.

use serde::Serialize;
use tokio_postgres::types::Json;

use super::store::{Failure, Postgres};
use crate::arena::items::{Item, Rating};

const ITEMS: &str = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
    FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3";

#[derive(Serialize)]
pub struct Listed {
    count: usize,
    items: Vec<Item>,
}

impl Postgres {
    pub async fn items(&self, low: i32, high: i32, limit: i64) -> Result<Listed, Failure> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(ITEMS).await?;
        let rows = client.query(&statement, &[&low, &high, &limit]).await?;
        let number = |value: i32| i64::from(value);
        let items: Vec<_> = rows
            .iter()
            .map(|row| Item {
                id: number(row.get(0)),
                name: row.get(1),
                category: row.get(2),
                price: number(row.get(3)),
                quantity: number(row.get(4)),
                active: row.get(5),
                tags: row.get::<_, Json<Vec<String>>>(6).0,
                rating: Rating { score: number(row.get(7)), count: number(row.get(8)) },
            })
            .collect();
        Ok(Listed { count: items.len(), items })
    }
}

//! The rows of TechEmpower's tests (docs/suites.md), and the page of fortunes.

use std::env;
use std::error::Error;
use std::sync::Arc;

use askama::Template;
use serde::Serialize;

use super::mariadb::Maria;
use super::postgres::Postgres;

const ROWS: i32 = 10_000;
/// As many as PHP-FPM has.
pub const CONNECTIONS: usize = 32;

pub type Failure = Box<dyn Error + Send + Sync>;

#[derive(Clone, Copy, Serialize)]
pub struct World {
    pub id: i32,
    #[serde(rename = "randomNumber")]
    pub random_number: i32,
}

pub struct Fortune {
    pub id: i32,
    pub message: String,
}

#[derive(Template)]
#[template(
    ext = "html",
    source = "<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
{% for row in rows %}<tr><td>{{ row.id }}</td><td>{{ row.message }}</td></tr>
{% endfor %}</table></body></html>
"
)]
struct Page {
    rows: Vec<Fortune>,
}

/// Where the rows are.
pub enum Store {
    Postgres(Arc<Postgres>),
    Maria(Maria),
}

pub fn random() -> i32 {
    rand::random_range(1..=ROWS)
}

/// How many rows a query string asks for: 1 to 500, and 1 if it is no number.
pub fn count(text: Option<&String>) -> usize {
    text.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, 500)
}

pub fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

impl Store {
    /// `None` where there is no database; MARIADB_HOST or PGHOST and the like say where it is.
    pub async fn open() -> Result<Option<Self>, Failure> {
        let (maria, postgres) = (variable("MARIADB_HOST"), variable("PGHOST"));
        match (maria.is_empty(), postgres.is_empty()) {
            (false, _) => Ok(Some(Self::Maria(Maria::open(maria)?))),
            (_, false) => Ok(Some(Self::Postgres(Arc::new(Postgres::open(&postgres).await?)))),
            _ => Ok(None),
        }
    }

    pub async fn world(&self) -> Result<World, Failure> {
        Ok(self.worlds(1).await?[0])
    }

    pub async fn worlds(&self, count: usize) -> Result<Vec<World>, Failure> {
        match self {
            Self::Postgres(store) => store.worlds(count).await,
            Self::Maria(store) => store.worlds(count).await,
        }
    }

    pub async fn updated(&self, count: usize) -> Result<Vec<World>, Failure> {
        match self {
            Self::Postgres(store) => store.updated(count).await,
            Self::Maria(store) => store.updated(count).await,
        }
    }

    /// The page of all fortunes and one more.
    pub async fn fortunes(&self) -> Result<String, Failure> {
        let mut rows = match self {
            Self::Postgres(store) => store.fortunes().await,
            Self::Maria(store) => store.fortunes().await,
        }?;
        rows.push(Fortune { id: 0, message: "Additional fortune added at request time.".to_owned() });
        rows.sort_by(|one, other| one.message.cmp(&other.message));
        Ok(Page { rows }.render()?)
    }
}

//! The rows of TechEmpower's tests (docs/suites.md), in PostgreSQL through tokio-postgres.

use std::env;
use std::error::Error;

use askama::Template;
use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod};
use futures_util::future::try_join_all;
use serde::Serialize;
use tokio_postgres::{Config, NoTls};

const ROWS: i32 = 10_000;
/// As many as PHP-FPM has.
pub const CONNECTIONS: usize = 32;

const WORLD: &str = "SELECT id, randomnumber FROM world WHERE id = $1";
const UPDATE: &str = "UPDATE world SET randomnumber = fresh.number
    FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id";

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

/// The page of these fortunes and one more.
pub fn page(mut rows: Vec<Fortune>) -> Result<String, Failure> {
    rows.push(Fortune { id: 0, message: "Additional fortune added at request time.".to_owned() });
    rows.sort_by(|one, other| one.message.cmp(&other.message));
    Ok(Page { rows }.render()?)
}

pub struct Postgres {
    pub(super) pool: Pool,
    cached: Vec<World>,
}

impl Postgres {
    pub async fn open(host: &str) -> Result<Self, Failure> {
        let mut config = Config::new();
        config.host(host).port(variable("PGPORT").parse()?).user(variable("PGUSER"));
        config.password(variable("PGPASSWORD")).dbname(variable("PGDATABASE"));
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config, NoTls, recycling)).max_size(CONNECTIONS).build()?;
        let rows = pool.get().await?.query("SELECT id, randomnumber FROM world", &[]).await?;
        let cached = rows.iter().map(|row| World { id: row.get(0), random_number: row.get(1) }).collect();
        Ok(Self { pool, cached })
    }

    async fn read(client: &Client, count: usize) -> Result<Vec<World>, Failure> {
        let statement = client.prepare_cached(WORLD).await?;
        let one = async |_| {
            let row = client.query_one(&statement, &[&random()]).await?;
            Ok::<_, Failure>(World { id: row.get(0), random_number: row.get(1) })
        };
        try_join_all((0..count).map(one)).await
    }

    pub async fn worlds(&self, count: usize) -> Result<Vec<World>, Failure> {
        Self::read(&self.pool.get().await?, count).await
    }

    pub fn cached(&self, count: usize) -> Vec<World> {
        (0..count).map(|_| self.cached[random() as usize - 1]).collect()
    }

    pub async fn updated(&self, count: usize) -> Result<Vec<World>, Failure> {
        let client = self.pool.get().await?;
        let mut worlds = Self::read(&client, count).await?;
        worlds.sort_by_key(|world| world.id); // so that no two updates wait for each other
        worlds.iter_mut().for_each(|world| world.random_number = random());
        let ids: Vec<_> = worlds.iter().map(|world| world.id).collect();
        let numbers: Vec<_> = worlds.iter().map(|world| world.random_number).collect();
        client.execute(&client.prepare_cached(UPDATE).await?, &[&ids, &numbers]).await?;
        Ok(worlds)
    }

    pub async fn fortunes(&self) -> Result<Vec<Fortune>, Failure> {
        let client = self.pool.get().await?;
        let found = client.query(&client.prepare_cached("SELECT id, message FROM fortune").await?, &[]).await?;
        Ok(found.iter().map(|row| Fortune { id: row.get(0), message: row.get(1) }).collect())
    }
}

//! The rows of TechEmpower's tests in PostgreSQL, through tokio-postgres.

use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod};
use futures_util::future::try_join_all;
use tokio_postgres::{Config, NoTls};

use super::store::{CONNECTIONS, Failure, Fortune, World, random, variable};

const WORLD: &str = "SELECT id, randomnumber FROM world WHERE id = $1";
const UPDATE: &str = "UPDATE world SET randomnumber = fresh.number
    FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id";

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

//! The rows of TechEmpower's tests in MariaDB, through mysql_async; or in PostgreSQL.

use std::sync::Arc;

use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Pool, TxOpts};

use super::store::{CONNECTIONS, Failure, Fortune, Postgres, World, page, random, variable};

/// Where the rows are.
pub enum Store {
    Postgres(Arc<Postgres>),
    Maria(Pool),
}

impl Store {
    /// `None` where there is no database; MARIADB_HOST or PGHOST and the like say where it is.
    pub async fn open() -> Result<Option<Self>, Failure> {
        let (maria, postgres) = (variable("MARIADB_HOST"), variable("PGHOST"));
        match (maria.is_empty(), postgres.is_empty()) {
            (false, _) => Ok(Some(Self::Maria(open(&maria)?))),
            (_, false) => Ok(Some(Self::Postgres(Arc::new(Postgres::open(&postgres).await?)))),
            _ => Ok(None),
        }
    }

    pub async fn worlds(&self, count: usize) -> Result<Vec<World>, Failure> {
        match self {
            Self::Postgres(store) => store.worlds(count).await,
            Self::Maria(pool) => worlds(pool, count).await,
        }
    }

    pub async fn updated(&self, count: usize) -> Result<Vec<World>, Failure> {
        match self {
            Self::Postgres(store) => store.updated(count).await,
            Self::Maria(pool) => updated(pool, count).await,
        }
    }

    /// The page of all fortunes and one more.
    pub async fn fortunes(&self) -> Result<String, Failure> {
        page(match self {
            Self::Postgres(store) => store.fortunes().await,
            Self::Maria(pool) => fortunes(pool).await,
        }?)
    }
}

fn open(host: &str) -> Result<Pool, Failure> {
    let [port, user, password, database] =
        ["PORT", "USER", "PASSWORD", "DATABASE"].map(|name| variable(&format!("MARIADB_{name}")));
    // Prepared statements stay when a connection goes back.
    let pool = format!("pool_min={CONNECTIONS}&pool_max={CONNECTIONS}&reset_connection=false");
    Ok(Pool::from_url(format!("mysql://{user}:{password}@{host}:{port}/{database}?{pool}"))?)
}

async fn read(connection: &mut Conn, count: usize) -> Result<Vec<World>, Failure> {
    let statement = connection.prep("SELECT randomNumber FROM world WHERE id = ?").await?;
    let mut worlds = Vec::with_capacity(count);
    for _ in 0..count {
        let id = random();
        let found: Option<i32> = connection.exec_first(&statement, (id,)).await?;
        worlds.push(World { id, random_number: found.ok_or("no such row")? });
    }
    Ok(worlds)
}

async fn worlds(pool: &Pool, count: usize) -> Result<Vec<World>, Failure> {
    read(&mut pool.get_conn().await?, count).await
}

async fn updated(pool: &Pool, count: usize) -> Result<Vec<World>, Failure> {
    let mut connection = pool.get_conn().await?;
    let mut worlds = read(&mut connection, count).await?;
    worlds.sort_by_key(|world| world.id); // so that no two updates wait for each other
    worlds.iter_mut().for_each(|world| world.random_number = random());
    let mut transaction = connection.start_transaction(TxOpts::default()).await?;
    let fresh = worlds.iter().map(|world| (world.random_number, world.id));
    transaction.exec_batch("UPDATE world SET randomNumber = ? WHERE id = ?", fresh).await?;
    transaction.commit().await?;
    Ok(worlds)
}

async fn fortunes(pool: &Pool) -> Result<Vec<Fortune>, Failure> {
    let mut connection = pool.get_conn().await?;
    let statement = connection.prep("SELECT id, message FROM fortune").await?;
    Ok(connection.exec_map(&statement, (), |(id, message)| Fortune { id, message }).await?)
}

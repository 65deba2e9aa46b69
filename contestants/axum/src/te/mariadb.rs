//! The rows of TechEmpower's tests in MariaDB, through mysql_async.

use mysql_async::prelude::Queryable;
use mysql_async::{Conn, OptsBuilder, Pool, PoolConstraints, PoolOpts, TxOpts};

use super::store::{CONNECTIONS, Failure, Fortune, World, random, variable};

pub struct Maria {
    pool: Pool,
}

impl Maria {
    pub fn open(host: String) -> Result<Self, Failure> {
        let size = PoolConstraints::new(CONNECTIONS, CONNECTIONS).ok_or("no size of a pool")?;
        // Prepared statements stay when a connection goes back.
        let pool = PoolOpts::default().with_constraints(size).with_reset_connection(false);
        let options = OptsBuilder::default()
            .ip_or_hostname(host)
            .tcp_port(variable("MARIADB_PORT").parse()?)
            .user(Some(variable("MARIADB_USER")))
            .pass(Some(variable("MARIADB_PASSWORD")))
            .db_name(Some(variable("MARIADB_DATABASE")))
            .pool_opts(pool);
        Ok(Self { pool: Pool::new(options) })
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

    pub async fn worlds(&self, count: usize) -> Result<Vec<World>, Failure> {
        Self::read(&mut self.pool.get_conn().await?, count).await
    }

    pub async fn updated(&self, count: usize) -> Result<Vec<World>, Failure> {
        let mut connection = self.pool.get_conn().await?;
        let mut worlds = Self::read(&mut connection, count).await?;
        worlds.sort_by_key(|world| world.id); // so that no two updates wait for each other
        worlds.iter_mut().for_each(|world| world.random_number = random());
        let mut transaction = connection.start_transaction(TxOpts::default()).await?;
        let fresh = worlds.iter().map(|world| (world.random_number, world.id));
        transaction.exec_batch("UPDATE world SET randomNumber = ? WHERE id = ?", fresh).await?;
        transaction.commit().await?;
        Ok(worlds)
    }

    pub async fn fortunes(&self) -> Result<Vec<Fortune>, Failure> {
        let mut connection = self.pool.get_conn().await?;
        let statement = connection.prep("SELECT id, message FROM fortune").await?;
        Ok(connection.exec_map(&statement, (), |(id, message)| Fortune { id, message }).await?)
    }
}

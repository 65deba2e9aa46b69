//! HttpArena's data set (docs/suites.md).

use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize)]
pub struct Rating {
    pub score: i64,
    pub count: i64,
}

#[derive(Deserialize, Serialize)]
pub struct Item {
    pub id: i64,
    pub name: String,
    pub category: String,
    pub price: i64,
    pub quantity: i64,
    pub active: bool,
    pub tags: Vec<String>,
    pub rating: Rating,
}

#[derive(Serialize)]
pub struct Totalled<'a> {
    #[serde(flatten)]
    pub item: &'a Item,
    pub total: i64,
}

#[derive(Serialize)]
pub struct Counted<'a> {
    pub count: usize,
    pub items: Vec<Totalled<'a>>,
}

#[derive(Serialize)]
pub struct Page {
    pub items: Vec<Item>,
    pub total: usize,
    pub page: i64,
    pub limit: i64,
}

package main

// HttpArena's crud (docs/suites.md): items of PostgreSQL through pgx, single ones through a cache.

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	selectColumns = "SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count FROM items "
	selectItem    = selectColumns + "WHERE id = $1"
	selectPage    = selectColumns + "WHERE category = $1 ORDER BY id LIMIT $2 OFFSET $3"
	updateItem    = "UPDATE items SET name = $2, price = $3, quantity = $4 WHERE id = $1"
	insertItem    = `INSERT INTO items (id, name, category, price, quantity, active, tags, rating_score, rating_count)
		VALUES ($1, $2, $3, $4, $5, true, '["bench"]', 0, 0)
		ON CONFLICT (id) DO UPDATE SET name = $2, price = $4, quantity = $5`

	cachedFor  = 200 * time.Millisecond
	cachedMost = 50_000
)

type written struct {
	ID       int    `json:"id" uri:"id"`
	Name     string `json:"name"`
	Category string `json:"category"`
	Price    int    `json:"price"`
	Quantity int    `json:"quantity"`
}

type listedPage struct {
	Items []piece `json:"items"`
	Total int     `json:"total"`
	Page  int     `json:"page"`
	Limit int     `json:"limit"`
}

type crud struct {
	pool  *pgxpool.Pool
	cache *expirable.LRU[int, []byte]
}

func newCrud(pool *pgxpool.Pool) *crud {
	return &crud{pool, expirable.NewLRU[int, []byte](cachedMost, nil, cachedFor)}
}

func scanPiece(row pgx.CollectableRow) (one piece, err error) {
	err = row.Scan(&one.ID, &one.Name, &one.Category, &one.Price, &one.Quantity, &one.Active, &one.Tags,
		&one.Rating.Score, &one.Rating.Count)
	return one, err
}

// read returns an item as JSON, and HIT or MISS; pgx.ErrNoRows for none.
func (crud *crud) read(ctx context.Context, id int) ([]byte, string, error) {
	if known, ok := crud.cache.Get(id); ok {
		return known, "HIT", nil
	}
	rows, err := crud.pool.Query(ctx, selectItem, id)
	if err != nil {
		return nil, "", err
	}
	one, err := pgx.CollectExactlyOneRow(rows, scanPiece)
	if err != nil {
		return nil, "", err
	}
	fresh, err := json.Marshal(one)
	crud.cache.Add(id, fresh)
	return fresh, "MISS", err
}

func (crud *crud) list(ctx context.Context, category string, page, limit int) (listedPage, error) {
	rows, err := crud.pool.Query(ctx, selectPage, category, limit, (page-1)*limit)
	if err != nil {
		return listedPage{}, err
	}
	items, err := pgx.CollectRows(rows, scanPiece)
	return listedPage{items, len(items), page, limit}, err
}

// change returns pgx.ErrNoRows if there is no such item.
func (crud *crud) change(ctx context.Context, item written) error {
	done, err := crud.pool.Exec(ctx, updateItem, item.ID, item.Name, item.Price, item.Quantity)
	crud.cache.Remove(item.ID)
	if err == nil && done.RowsAffected() == 0 {
		return pgx.ErrNoRows
	}
	return err
}

func (crud *crud) add(ctx context.Context, item written) error {
	_, err := crud.pool.Exec(ctx, insertItem, item.ID, item.Name, item.Category, item.Price, item.Quantity)
	crud.cache.Remove(item.ID)
	return err
}

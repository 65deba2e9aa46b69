package main

// HttpArena's async-db (docs/suites.md): items of PostgreSQL through pgx.

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"
)

const selectItems = `SELECT id, name, category, price, quantity, active, tags, rating_score, rating_count
	FROM items WHERE price BETWEEN $1 AND $2 LIMIT $3`

type listed struct {
	Count int     `json:"count"`
	Items []piece `json:"items"`
}

func (store *postgres) items(ctx context.Context, low, high, limit int) (listed, error) {
	rows, err := store.pool.Query(ctx, selectItems, low, high, limit)
	if err != nil {
		return listed{}, err
	}
	items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (one piece, err error) {
		err = row.Scan(&one.ID, &one.Name, &one.Category, &one.Price, &one.Quantity, &one.Active, &one.Tags,
			&one.Rating.Score, &one.Rating.Count)
		return one, err
	})
	return listed{len(items), items}, err
}

func routeItems(mux *http.ServeMux, store *postgres) {
	mux.HandleFunc("GET /async-db", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		low, first := strconv.Atoi(query.Get("min"))
		high, second := strconv.Atoi(query.Get("max"))
		limit, third := strconv.Atoi(query.Get("limit"))
		if err := errors.Join(first, second, third); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		found, err := store.items(r.Context(), low, high, limit)
		answer(w, found, err)
	})
}

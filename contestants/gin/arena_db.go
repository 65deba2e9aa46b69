package main

// HttpArena's async-db (docs/suites.md): items of PostgreSQL through pgx.

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
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

func routeItems(router *gin.Engine, store *postgres) {
	router.Match([]string{http.MethodGet, http.MethodHead}, "/async-db", func(c *gin.Context) {
		var asked struct {
			Min   int `form:"min"`
			Max   int `form:"max"`
			Limit int `form:"limit"`
		}
		if c.BindQuery(&asked) == nil {
			found, err := store.items(c.Request.Context(), asked.Min, asked.Max, asked.Limit)
			answer(c, found, err)
		}
	})
}

package main

// HttpArena's async-db (docs/suites.md): items of PostgreSQL through pgx.

import (
	"context"
	"errors"
	"strconv"

	"github.com/gofiber/fiber/v3"
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

func routeItems(app *fiber.App, store *postgres) {
	app.Get("/async-db", func(c fiber.Ctx) error {
		low, first := strconv.Atoi(c.Query("min"))
		high, second := strconv.Atoi(c.Query("max"))
		limit, third := strconv.Atoi(c.Query("limit"))
		if err := errors.Join(first, second, third); err != nil {
			return fiber.NewError(fiber.StatusBadRequest, err.Error())
		}
		found, err := store.items(c, low, high, limit)
		return answer(c, found, err)
	})
}

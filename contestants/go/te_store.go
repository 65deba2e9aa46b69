package main

// The rows of TechEmpower's tests (docs/suites.md), in PostgreSQL through pgx; te_mariadb.go has those in MariaDB.

import (
	"cmp"
	"context"
	"html/template"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	worldRows      = 10_000
	connections    = 32 // as many as PHP-FPM has
	selectWorlds   = "SELECT id, randomnumber FROM world"
	selectWorld    = selectWorlds + " WHERE id = $1"
	selectFortunes = "SELECT id, message FROM fortune"
	updateWorlds   = `UPDATE world SET randomnumber = fresh.number
		FROM unnest($1::integer[], $2::integer[]) AS fresh (id, number) WHERE world.id = fresh.id`
)

var page = template.Must(template.New("fortunes").Parse(`<!DOCTYPE html>
<html><head><title>Fortunes</title></head><body><table>
<tr><th>id</th><th>message</th></tr>
{{range .}}<tr><td>{{.ID}}</td><td>{{.Message}}</td></tr>
{{end}}</table></body></html>
`))

type world struct {
	ID           int32 `json:"id"`
	RandomNumber int32 `json:"randomNumber"`
}

type fortune struct {
	ID      int32
	Message string
}

type postgres struct {
	pool   *pgxpool.Pool
	cached []world
}

// openStore returns nil where there is no database; MARIADB_HOST or PGHOST and the like say where it is.
func openStore(ctx context.Context) (store, error) {
	if os.Getenv("MARIADB_HOST") != "" {
		return openMaria()
	}
	if os.Getenv("PGHOST") == "" {
		return nil, nil
	}
	config, err := pgxpool.ParseConfig("")
	if err != nil {
		return nil, err
	}
	config.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	cached, err := collect[world](ctx, pool, selectWorlds)
	return &postgres{pool, cached}, err
}

func collect[Row any](ctx context.Context, pool *pgxpool.Pool, query string) ([]Row, error) {
	rows, err := pool.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Row])
}

// count is how many rows a query string asks for: 1 to 500, and 1 if it is no number.
func count(text string) int {
	number, err := strconv.Atoi(text)
	if err != nil {
		return 1
	}
	return min(max(number, 1), 500)
}

func random() int32 {
	return rand.Int32N(worldRows) + 1
}

func (store *postgres) world(ctx context.Context) (world, error) {
	var row world
	err := store.pool.QueryRow(ctx, selectWorld, random()).Scan(&row.ID, &row.RandomNumber)
	return row, err
}

func (store *postgres) worlds(ctx context.Context, count int) ([]world, error) {
	rows := make([]world, count)
	for index := range rows {
		row, err := store.world(ctx)
		if err != nil {
			return nil, err
		}
		rows[index] = row
	}
	return rows, nil
}

func (store *postgres) cachedWorlds(count int) []world {
	rows := make([]world, count)
	for index := range rows {
		rows[index] = store.cached[random()-1]
	}
	return rows
}

func (store *postgres) updated(ctx context.Context, count int) ([]world, error) {
	rows, err := store.worlds(ctx, count)
	if err != nil {
		return nil, err
	}
	// So that no two updates wait for each other.
	slices.SortFunc(rows, func(one, other world) int { return cmp.Compare(one.ID, other.ID) })
	ids, numbers := make([]int32, count), make([]int32, count)
	for index := range rows {
		rows[index].RandomNumber = random()
		ids[index], numbers[index] = rows[index].ID, rows[index].RandomNumber
	}
	_, err = store.pool.Exec(ctx, updateWorlds, ids, numbers)
	return rows, err
}

func (store *postgres) fortunes(ctx context.Context) ([]fortune, error) {
	rows, err := collect[fortune](ctx, store.pool, selectFortunes)
	return withOneMore(rows), err
}

func withOneMore(rows []fortune) []fortune {
	rows = append(rows, fortune{Message: "Additional fortune added at request time."})
	slices.SortFunc(rows, func(one, other fortune) int { return cmp.Compare(one.Message, other.Message) })
	return rows
}

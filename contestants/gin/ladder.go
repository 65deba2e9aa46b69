package main

// The ladder of the Swoole seed: each step does what steps before it did, and one thing more (docs/suites.md).
// PHP requires and loads its files again for each request; here they are part of the program.

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/go-sql-driver/mysql"
)

const (
	query = "SELECT * FROM test1"
	slow  = "SELECT SLEEP(0.01)"
	pool  = 32 // connections, as many as PHP-FPM has
)

type step struct {
	text    bool
	alone   bool
	reads   int
	files   int
	queries []string
}

var steps = map[string]step{
	"basic":    {text: true},
	"requires": {text: true},
	"classes":  {text: true},
	"query":    {alone: true, queries: []string{query}},
	"pool":     {queries: []string{query}},
	"cache":    {reads: 1},
	"app":      {reads: 10_000},
	"files":    {reads: 10_000, files: 10},
	"slow":     {reads: 10_000, files: 10, queries: slices.Repeat([]string{slow}, 20)},
	"simpler":  {reads: 1_000, files: 1, queries: slices.Repeat([]string{slow}, 3)},
	"simple":   {reads: 1_000, queries: []string{query, query}},
}

type row struct {
	id, timestamp, data, fk string
}

type climber struct {
	dsn    string
	db     *sql.DB // nil where there is no database
	folder string
	cache  sync.Map
}

func newClimber() (*climber, error) {
	folder, err := os.MkdirTemp("", "ladder")
	host := os.Getenv("MARIADB_HOST")
	if err != nil || host == "" {
		return &climber{folder: folder}, err
	}
	config := mysql.NewConfig()
	config.Net, config.Addr = "tcp", net.JoinHostPort(host, os.Getenv("MARIADB_PORT"))
	config.User, config.Passwd, config.DBName = os.Getenv("MARIADB_USER"), os.Getenv("MARIADB_PASSWORD"), os.Getenv("MARIADB_DATABASE")
	db, err := sql.Open("mysql", config.FormatDSN())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(pool)
	db.SetMaxIdleConns(pool)
	return &climber{dsn: config.FormatDSN(), db: db, folder: folder}, nil
}

func (climber *climber) climb(c *gin.Context) {
	step, known := steps[c.Param("step")]
	if !known || (!step.text && climber.db == nil) {
		c.Status(http.StatusNotFound)
		return
	}
	body, err := climber.body(c.Request.Context(), step)
	if err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(body))
}

func (climber *climber) body(ctx context.Context, step step) (string, error) {
	if step.text {
		return "ok", nil
	}
	var rows []row
	for range step.reads {
		found, err := climber.cached(ctx)
		if err != nil {
			return "", err
		}
		rows = found
	}
	if err := climber.files(step.files); err != nil {
		return "", err
	}
	if len(step.queries) == 0 {
		return printed(rows), nil
	}
	asked, err := climber.ask(ctx, step)
	if asked != nil {
		rows = asked
	}
	return printed(rows), err
}

func (climber *climber) cached(ctx context.Context) ([]row, error) {
	if rows, found := climber.cache.Load("test1"); found {
		return rows.([]row), nil
	}
	rows, err := read(ctx, climber.db, query)
	if err == nil {
		climber.cache.Store("test1", rows)
	}
	return rows, err
}

func (climber *climber) files(count int) error {
	for file := range count {
		if err := os.WriteFile(climber.path(file), []byte("some content here"), 0o600); err != nil {
			return err
		}
	}
	for file := range count {
		if _, err := os.ReadFile(climber.path(file)); err != nil {
			return err
		}
	}
	return nil
}

func (climber *climber) path(file int) string {
	return filepath.Join(climber.folder, fmt.Sprintf("%d.txt", file))
}

// asker is a pool, or one connection of it.
type asker interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// ask runs the queries of a step one after another, on one connection; it returns the rows of the last query for rows.
func (climber *climber) ask(ctx context.Context, step step) ([]row, error) {
	db := climber.db
	if step.alone {
		own, err := sql.Open("mysql", climber.dsn)
		if err != nil {
			return nil, err
		}
		defer own.Close()
		db = own
	}
	connection, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	var rows []row
	for _, asked := range step.queries {
		answer, err := read(ctx, connection, asked)
		if err != nil {
			return nil, err
		}
		if asked == query {
			rows = answer
		}
	}
	return rows, nil
}

// read returns the rows of test1; of another query, a row for each of its own.
func read(ctx context.Context, db asker, query string) ([]row, error) {
	statement, err := db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer statement.Close()
	answer, err := statement.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	rows := []row{}
	for answer.Next() {
		var row row
		fields := []any{&row.id, &row.timestamp, &row.data, &row.fk}
		columns, err := answer.Columns()
		if err != nil {
			return nil, err
		}
		if err := answer.Scan(fields[:len(columns)]...); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, answer.Err()
}

// printed is what PHP's print_r prints.
func printed(rows []row) string {
	var text strings.Builder
	text.WriteString("Array\n(\n")
	for index, row := range rows {
		fmt.Fprintf(&text, "    [%d] => Array\n        (\n", index)
		fmt.Fprintf(&text, "            [test1_id] => %s\n            [test1_timestamp] => %s\n", row.id, row.timestamp)
		fmt.Fprintf(&text, "            [test1_data] => %s\n            [test1_some_fk] => %s\n        )\n\n", row.data, row.fk)
	}
	text.WriteString(")\n")
	return text.String()
}

package main

// The rows of TechEmpower's tests in MariaDB, through Go's database/sql.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"slices"

	"github.com/go-sql-driver/mysql"
)

type store interface {
	world(ctx context.Context) (world, error)
	worlds(ctx context.Context, count int) ([]world, error)
	updated(ctx context.Context, count int) ([]world, error)
	fortunes(ctx context.Context) ([]fortune, error)
}

type maria struct{ db *sql.DB }

func openMaria() (store, error) {
	env := os.Getenv
	config := mysql.NewConfig()
	config.Net, config.Addr = "tcp", net.JoinHostPort(env("MARIADB_HOST"), env("MARIADB_PORT"))
	config.User, config.Passwd, config.DBName = env("MARIADB_USER"), env("MARIADB_PASSWORD"), env("MARIADB_DATABASE")
	config.InterpolateParams = true // one round trip for a query
	db, err := sql.Open("mysql", config.FormatDSN())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return &maria{db}, nil
}

func (store *maria) world(ctx context.Context) (world, error) {
	row := world{ID: random()}
	err := store.db.QueryRowContext(ctx, "SELECT randomNumber FROM world WHERE id = ?", row.ID).Scan(&row.RandomNumber)
	return row, err
}

func (store *maria) worlds(ctx context.Context, count int) (rows []world, err error) {
	for rows = make([]world, count); count > 0 && err == nil; count-- {
		rows[count-1], err = store.world(ctx)
	}
	return rows, err
}

func (store *maria) updated(ctx context.Context, count int) ([]world, error) {
	rows, err := store.worlds(ctx, count)
	if err != nil {
		return nil, err
	}
	// So that no two updates wait for each other.
	slices.SortFunc(rows, func(one, other world) int { return cmp.Compare(one.ID, other.ID) })
	tx, err := store.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	for index := range rows {
		rows[index].RandomNumber = random()
		row := rows[index]
		if _, err := tx.ExecContext(ctx, "UPDATE world SET randomNumber = ? WHERE id = ?", row.RandomNumber, row.ID); err != nil {
			return nil, err
		}
	}
	return rows, tx.Commit()
}

func (store *maria) fortunes(ctx context.Context) ([]fortune, error) {
	found, err := store.db.QueryContext(ctx, selectFortunes)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var rows []fortune
	for err == nil && found.Next() {
		var one fortune
		err = found.Scan(&one.ID, &one.Message)
		rows = append(rows, one)
	}
	return withOneMore(rows), errors.Join(err, found.Err())
}

package main

// The rows of TechEmpower's tests in MariaDB, through Go's database/sql.

import (
	"cmp"
	"context"
	"database/sql"
	"net"
	"os"
	"slices"

	"github.com/go-sql-driver/mysql"
)

type maria struct {
	db *sql.DB
}

func openMaria() (store, error) {
	config := mysql.NewConfig()
	config.Net, config.Addr = "tcp", net.JoinHostPort(os.Getenv("MARIADB_HOST"), os.Getenv("MARIADB_PORT"))
	config.User, config.Passwd = os.Getenv("MARIADB_USER"), os.Getenv("MARIADB_PASSWORD")
	config.DBName = os.Getenv("MARIADB_DATABASE")
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

func (store *maria) worlds(ctx context.Context, count int) ([]world, error) {
	statement, err := store.db.PrepareContext(ctx, "SELECT randomNumber FROM world WHERE id = ?")
	if err != nil {
		return nil, err
	}
	defer statement.Close()
	rows := make([]world, count)
	for index := range rows {
		rows[index].ID = random()
		if err := statement.QueryRowContext(ctx, rows[index].ID).Scan(&rows[index].RandomNumber); err != nil {
			return nil, err
		}
	}
	return rows, nil
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
	statement, err := tx.PrepareContext(ctx, "UPDATE world SET randomNumber = ? WHERE id = ?")
	if err != nil {
		return nil, err
	}
	defer statement.Close()
	for index := range rows {
		rows[index].RandomNumber = random()
		if _, err := statement.ExecContext(ctx, rows[index].RandomNumber, rows[index].ID); err != nil {
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
	for found.Next() {
		var one fortune
		if err := found.Scan(&one.ID, &one.Message); err != nil {
			return nil, err
		}
		rows = append(rows, one)
	}
	return withOneMore(rows), found.Err()
}

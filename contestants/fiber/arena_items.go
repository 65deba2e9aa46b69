package main

// HttpArena's data set (docs/suites.md), read once.

import (
	"encoding/json"
	"log"
	"os"
)

type rating struct {
	Score int `json:"score"`
	Count int `json:"count"`
}

type piece struct {
	ID       int      `json:"id"`
	Name     string   `json:"name"`
	Category string   `json:"category"`
	Price    int      `json:"price"`
	Quantity int      `json:"quantity"`
	Active   bool     `json:"active"`
	Tags     []string `json:"tags"`
	Rating   rating   `json:"rating"`
}

type totalled struct {
	piece
	Total int `json:"total"`
}

type counted struct {
	Count int        `json:"count"`
	Items []totalled `json:"items"`
}

func readPieces() (pieces []piece) {
	data, err := os.ReadFile("arena-dataset.json")
	if err == nil {
		err = json.Unmarshal(data, &pieces)
	}
	if err != nil {
		log.Fatal(err)
	}
	return pieces
}

func total(pieces []piece, count, m int) counted {
	count = max(0, min(count, len(pieces)))
	items := make([]totalled, 0, count)
	for _, one := range pieces[:count] {
		items = append(items, totalled{one, one.Price * one.Quantity * m})
	}
	return counted{count, items}
}

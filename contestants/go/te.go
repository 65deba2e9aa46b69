package main

// TechEmpower's tests (docs/suites.md) on Go's own net/http.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

type message struct {
	Message string `json:"message"`
}

func route(mux *http.ServeMux, store store) {
	mux.HandleFunc("GET /json", func(w http.ResponseWriter, r *http.Request) {
		answer(w, message{"Hello, World!"}, nil)
	})
	mux.HandleFunc("GET /plaintext", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, "Hello, World!")
	})
	mux.HandleFunc("GET /items", sendItems)
	mux.HandleFunc("GET /ws", echo)
	if store == nil {
		return
	}
	mux.HandleFunc("GET /db", func(w http.ResponseWriter, r *http.Request) {
		row, err := store.world(r.Context())
		answer(w, row, err)
	})
	mux.HandleFunc("GET /queries", func(w http.ResponseWriter, r *http.Request) {
		rows, err := store.worlds(r.Context(), count(r.URL.Query().Get("queries")))
		answer(w, rows, err)
	})
	mux.HandleFunc("GET /updates", func(w http.ResponseWriter, r *http.Request) {
		rows, err := store.updated(r.Context(), count(r.URL.Query().Get("queries")))
		answer(w, rows, err)
	})
	if caching, ok := store.(*postgres); ok {
		mux.HandleFunc("GET /cached-queries", func(w http.ResponseWriter, r *http.Request) {
			answer(w, caching.cachedWorlds(count(r.URL.Query().Get("count"))), nil)
		})
		routeItems(mux, caching)
		routeCrud(mux, newCrud(caching.pool))
	}
	mux.HandleFunc("GET /fortunes", func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		rows, err := store.fortunes(r.Context())
		if err == nil {
			err = page.Execute(&body, rows)
		}
		send(w, "text/html; charset=utf-8", body.Bytes(), err)
	})
}

func answer(w http.ResponseWriter, value any, err error) {
	var body []byte
	if err == nil {
		body, err = json.Marshal(value)
	}
	send(w, "application/json", body, err)
}

func send(w http.ResponseWriter, kind string, body []byte, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

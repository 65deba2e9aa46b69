package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"
)

func routeCrud(mux *http.ServeMux, crud *crud) {
	mux.HandleFunc("GET /crud/items", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		page, first := strconv.Atoi(query.Get("page"))
		limit, second := strconv.Atoi(query.Get("limit"))
		if err := errors.Join(first, second); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		found, err := crud.list(r.Context(), query.Get("category"), page, limit)
		answer(w, found, err)
	})
	mux.HandleFunc("GET /crud/items/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id")) // there is no item 0
		found, cached, err := crud.read(r.Context(), id)
		if err == nil {
			w.Header().Set("X-Cache", cached)
		}
		sendItem(w, http.StatusOK, found, err)
	})
	mux.HandleFunc("POST /crud/items", func(w http.ResponseWriter, r *http.Request) {
		var item written
		if err := json.NewDecoder(r.Body).Decode(&item); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		err := crud.add(r.Context(), item)
		body, _ := json.Marshal(item)
		sendItem(w, http.StatusCreated, body, err)
	})
	mux.HandleFunc("PUT /crud/items/{id}", func(w http.ResponseWriter, r *http.Request) {
		var item written
		if err := json.NewDecoder(r.Body).Decode(&item); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		item.ID, _ = strconv.Atoi(r.PathValue("id"))
		err := crud.change(r.Context(), item)
		body, _ := json.Marshal(item)
		sendItem(w, http.StatusOK, body, err)
	})
}

func sendItem(w http.ResponseWriter, status int, body []byte, err error) {
	if errors.Is(err, pgx.ErrNoRows) {
		http.NotFound(w, nil)
		return
	}
	if err == nil && status != http.StatusOK {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
	}
	send(w, "application/json", body, err)
}

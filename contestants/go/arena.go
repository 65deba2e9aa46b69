package main

// HttpArena's profiles (docs/suites.md) on Go's own net/http.

import (
	"errors"
	"io"
	"net/http"
	"strconv"
)

func routeProfiles(mux *http.ServeMux, pieces []piece) {
	mux.HandleFunc("GET /pipeline", func(w http.ResponseWriter, r *http.Request) {
		send(w, "text/plain; charset=utf-8", []byte("ok"), nil)
	})
	mux.HandleFunc("GET /baseline11", sum)
	mux.HandleFunc("POST /baseline11", sum)
	mux.HandleFunc("POST /upload", func(w http.ResponseWriter, r *http.Request) {
		size, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		send(w, "text/plain; charset=utf-8", []byte(strconv.FormatInt(size, 10)), nil)
	})
	mux.HandleFunc("GET /static/{name}", sendStatic)
	mux.HandleFunc("GET /json/{count}", func(w http.ResponseWriter, r *http.Request) {
		count, err := strconv.Atoi(r.PathValue("count"))
		m, other := strconv.Atoi(r.URL.Query().Get("m"))
		if err := errors.Join(err, other); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer(w, total(pieces, count, m), nil)
	})
}

func sum(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	numbers := []string{query.Get("a"), query.Get("b")}
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1024))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		numbers = append(numbers, string(body))
	}
	sum := 0
	for _, text := range numbers {
		number, err := strconv.Atoi(text)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum += number
	}
	send(w, "text/plain; charset=utf-8", []byte(strconv.Itoa(sum)), nil)
}

package main

// Fifty items, compressed by compress/gzip at its default level; writers are used again.

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

type item struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Price int    `json:"price"`
}

var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func items() []item {
	found := make([]item, 0, 50)
	for id := 1; id <= 50; id++ {
		found = append(found, item{id, fmt.Sprintf("Item %d", id), id * 100})
	}
	return found
}

func sendItems(w http.ResponseWriter, r *http.Request) {
	body, err := json.Marshal(items())
	if err != nil || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		send(w, "application/json", body, err)
		return
	}
	var packed bytes.Buffer
	writer := writers.Get().(*gzip.Writer)
	defer writers.Put(writer)
	writer.Reset(&packed)
	if _, err = writer.Write(body); err == nil {
		err = writer.Close()
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Vary", "Accept-Encoding")
	send(w, "application/json", packed.Bytes(), err)
}

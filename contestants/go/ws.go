package main

import (
	"net/http"

	"github.com/coder/websocket"
)

// echo sends every message back.
func echo(w http.ResponseWriter, r *http.Request) {
	socket, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer socket.CloseNow()
	socket.SetReadLimit(1 << 20) // instead of 32 KiB
	for {
		kind, data, err := socket.Read(r.Context())
		if err != nil {
			return
		}
		if socket.Write(r.Context(), kind, data) != nil {
			return
		}
	}
}

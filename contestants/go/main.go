package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
)

func main() {
	host := flag.String("host", "127.0.0.1", "address to listen on")
	port := flag.String("port", "8080", "port to listen on")
	version := flag.Bool("version", false, "print what this was built from")
	flag.Parse()
	if *version {
		info, _ := debug.ReadBuildInfo()
		for _, dep := range info.Deps {
			if dep.Path == "github.com/coder/websocket" {
				fmt.Println("net/http of", runtime.Version(), "coder/websocket", dep.Version)
			}
		}
		return
	}
	store, err := openStore(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux() // GET also answers HEAD
	route(mux, store)
	routeProfiles(mux, readPieces())
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	if port := os.Getenv("TLS_PORT"); port != "" {
		address, cert, key := *host+":"+port, os.Getenv("TLS_CERT"), os.Getenv("TLS_KEY")
		go func() { log.Fatal(http.ListenAndServeTLS(address, cert, key, mux)) }()
	}
	server := http.Server{Addr: *host + ":" + *port, Handler: mux, Protocols: protocols}
	log.Fatal(server.ListenAndServe())
}

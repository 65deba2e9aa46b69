package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"runtime"

	"github.com/gin-gonic/gin"
)

type message struct {
	Message string `json:"message"`
}

type product struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Price int    `json:"price"`
}

func hello(c *gin.Context) {
	c.JSON(http.StatusOK, message{Message: "Hello World!"})
}

func text(c *gin.Context) {
	c.String(http.StatusOK, "Hello, world!\n")
}

func html(c *gin.Context) {
	c.Header("Last-Modified", "Tue, 26 Jul 2016 10:24:27 GMT")
	c.Header("E-Tag", "55829c5b-17")
	c.Header("Accept-Ranges", "bytes")
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte("<h1>\nHello World.\n</h1>"))
}

func products(c *gin.Context) {
	c.JSON(http.StatusOK, []product{
		{ID: 1, Name: "Product 1", Price: 100},
		{ID: 2, Name: "Product 2", Price: 200},
		{ID: 3, Name: "Product 3", Price: 300},
	})
}

func main() {
	host := flag.String("host", "127.0.0.1", "address to listen on")
	port := flag.String("port", "8080", "port to listen on")
	version := flag.Bool("version", false, "print what this was built from")
	flag.Parse()
	if *version {
		fmt.Println("gin", gin.Version, runtime.Version())
		return
	}

	climber, err := newClimber()
	if err != nil {
		log.Fatal(err)
	}
	store, err := openStore(context.Background(), climber.db)
	if err != nil {
		log.Fatal(err)
	}
	methods := []string{http.MethodGet, http.MethodHead}
	router := gin.New()
	router.UseH2C = true // HTTP/2 without TLS, beside HTTP/1.1
	router.Match(methods, "/", hello)
	router.Match(methods, "/text", text)
	router.Match(methods, "/html", html)
	router.Match(methods, "/products", products)
	router.Match(methods, "/ladder/:step", climber.climb)
	routeTests(router, store)
	routeProfiles(router, readPieces())
	if port := os.Getenv("TLS_PORT"); port != "" {
		go func() { log.Fatal(router.RunTLS(*host+":"+port, os.Getenv("TLS_CERT"), os.Getenv("TLS_KEY"))) }()
	}
	log.Fatal(router.Run(*host + ":" + *port))
}

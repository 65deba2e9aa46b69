package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"runtime"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/compress"
)

type message struct {
	Message string `json:"message"`
}

type product struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Price int    `json:"price"`
}

func hello(c fiber.Ctx) error {
	return c.JSON(message{Message: "Hello World!"})
}

func text(c fiber.Ctx) error {
	return c.SendString("Hello, world!\n")
}

func html(c fiber.Ctx) error {
	c.Set("Last-Modified", "Tue, 26 Jul 2016 10:24:27 GMT")
	c.Set("E-Tag", "55829c5b-17")
	c.Set("Accept-Ranges", "bytes")
	return c.Type("html", "utf-8").SendString("<h1>\nHello World.\n</h1>")
}

func products(c fiber.Ctx) error {
	return c.JSON([]product{
		{ID: 1, Name: "Product 1", Price: 100},
		{ID: 2, Name: "Product 2", Price: 200},
		{ID: 3, Name: "Product 3", Price: 300},
	})
}

func items(c fiber.Ctx) error {
	found := make([]product, 0, 50)
	for id := 1; id <= 50; id++ {
		found = append(found, product{id, fmt.Sprintf("Item %d", id), id * 100})
	}
	return c.JSON(found)
}

func main() {
	host := flag.String("host", "127.0.0.1", "address to listen on")
	port := flag.String("port", "8080", "port to listen on")
	version := flag.Bool("version", false, "print what this was built from")
	flag.Parse()
	if *version {
		fmt.Println("fiber", fiber.Version, runtime.Version())
		return
	}

	store, err := openStore(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	app := fiber.New(fiber.Config{StreamRequestBody: true, BodyLimit: 32 << 20})
	app.Get("/", hello) // and HEAD: Fiber adds it
	app.Get("/text", text)
	app.Get("/html", html)
	app.Get("/products", products)
	app.Get("/items", compress.New(), items)
	routeTests(app, store)
	routeProfiles(app, readPieces())
	log.Fatal(app.Listen(*host+":"+*port, fiber.ListenConfig{DisableStartupMessage: true}))
}

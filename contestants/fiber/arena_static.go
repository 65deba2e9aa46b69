package main

// HttpArena's static (docs/suites.md): files, or what was compressed beforehand where the client accepts that.

import (
	"os"
	"path"

	"github.com/gofiber/fiber/v3"
)

var suffixes = map[string]string{"br": ".br", "gzip": ".gz"}

func sendStatic(c fiber.Ctx) error {
	name := path.Base(c.Params("name"))
	file := path.Join("static", name)
	c.Vary(fiber.HeaderAcceptEncoding)
	coding := ""
	if c.Get(fiber.HeaderAcceptEncoding) != "" { // without it, Fiber takes any for accepted
		coding = c.AcceptsEncodings("br", "gzip")
	}
	if _, err := os.Stat(file + suffixes[coding]); coding != "" && err == nil {
		file += suffixes[coding]
		c.Set(fiber.HeaderContentEncoding, coding)
	}
	if err := c.SendFile(file); err != nil {
		return err
	}
	c.Type(path.Ext(name))
	return nil
}

package main

// HttpArena's profiles (docs/suites.md).

import (
	"io"
	"strconv"

	"github.com/gofiber/fiber/v3"
)

func routeProfiles(app *fiber.App, pieces []piece) {
	app.Get("/static/:name", sendStatic)
	app.Get("/pipeline", func(c fiber.Ctx) error { return c.SendString("ok") })
	app.Get("/baseline11", func(c fiber.Ctx) error {
		return c.SendString(strconv.Itoa(fiber.Query[int](c, "a") + fiber.Query[int](c, "b")))
	})
	app.Post("/baseline11", func(c fiber.Ctx) error {
		number, err := strconv.Atoi(string(c.Body()))
		if err != nil {
			return fiber.ErrBadRequest
		}
		return c.SendString(strconv.Itoa(fiber.Query[int](c, "a") + fiber.Query[int](c, "b") + number))
	})
	app.Post("/upload", func(c fiber.Ctx) error {
		body := c.Request().BodyStream()
		if body == nil { // the request has neither a length nor chunks
			return c.SendString("0")
		}
		size, err := io.Copy(io.Discard, body)
		if err != nil {
			return fiber.ErrBadRequest
		}
		return c.SendString(strconv.FormatInt(size, 10))
	})
	app.Get("/json/:count", func(c fiber.Ctx) error {
		return c.JSON(total(pieces, fiber.Params[int](c, "count"), fiber.Query[int](c, "m")))
	})
}

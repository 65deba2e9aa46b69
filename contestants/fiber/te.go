package main

// TechEmpower's tests (docs/suites.md).

import (
	"bytes"

	"github.com/gofiber/fiber/v3"
)

func routeTests(app *fiber.App, store store) {
	app.Get("/json", func(c fiber.Ctx) error { return c.JSON(message{"Hello, World!"}) })
	app.Get("/plaintext", func(c fiber.Ctx) error { return c.SendString("Hello, World!") })
	if store == nil {
		return
	}
	app.Get("/db", func(c fiber.Ctx) error {
		row, err := store.world(c)
		return answer(c, row, err)
	})
	app.Get("/queries", func(c fiber.Ctx) error {
		rows, err := store.worlds(c, count(c.Query("queries")))
		return answer(c, rows, err)
	})
	app.Get("/updates", func(c fiber.Ctx) error {
		rows, err := store.updated(c, count(c.Query("queries")))
		return answer(c, rows, err)
	})
	if caching, ok := store.(*postgres); ok {
		app.Get("/cached-queries", func(c fiber.Ctx) error {
			return c.JSON(caching.cachedWorlds(count(c.Query("count"))))
		})
		routeItems(app, caching)
		routeCrud(app, newCrud(caching.pool))
	}
	app.Get("/fortunes", func(c fiber.Ctx) error {
		rows, err := store.fortunes(c)
		if err != nil {
			return err
		}
		var body bytes.Buffer
		if err := page.Execute(&body, rows); err != nil {
			return err
		}
		return c.Type("html", "utf-8").Send(body.Bytes())
	})
}

func answer(c fiber.Ctx, value any, err error) error {
	if err != nil {
		return err
	}
	return c.JSON(value)
}

package main

import (
	"errors"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
)

func routeCrud(app *fiber.App, crud *crud) {
	app.Get("/crud/items", func(c fiber.Ctx) error {
		page, limit := fiber.Query(c, "page", 1), fiber.Query(c, "limit", 10)
		found, err := crud.list(c, c.Query("category"), page, limit)
		return answer(c, found, err)
	})
	app.Get("/crud/items/:id", func(c fiber.Ctx) error {
		found, cached, err := crud.read(c, fiber.Params(c, "id", 0)) // there is no item 0
		if err != nil {
			return notFound(err)
		}
		c.Set("X-Cache", cached)
		return c.Type("json").Send(found)
	})
	app.Post("/crud/items", func(c fiber.Ctx) error {
		var item written
		if err := c.Bind().JSON(&item); err != nil {
			return err
		}
		if err := crud.add(c, item); err != nil {
			return err
		}
		return c.Status(fiber.StatusCreated).JSON(item)
	})
	app.Put("/crud/items/:id", func(c fiber.Ctx) error {
		var item written
		if err := c.Bind().JSON(&item); err != nil {
			return err
		}
		item.ID = fiber.Params(c, "id", 0)
		if err := crud.change(c, item); err != nil {
			return notFound(err)
		}
		return c.JSON(item)
	})
}

func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fiber.ErrNotFound
	}
	return err
}

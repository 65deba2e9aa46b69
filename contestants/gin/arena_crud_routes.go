package main

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
)

func routeCrud(router *gin.Engine, crud *crud) {
	methods := []string{http.MethodGet, http.MethodHead}
	router.Match(methods, "/crud/items", func(c *gin.Context) {
		var asked struct {
			Category string `form:"category"`
			Page     int    `form:"page,default=1"`
			Limit    int    `form:"limit,default=10"`
		}
		if c.BindQuery(&asked) == nil {
			found, err := crud.list(c.Request.Context(), asked.Category, asked.Page, asked.Limit)
			answer(c, found, err)
		}
	})
	router.Match(methods, "/crud/items/:id", func(c *gin.Context) {
		var asked struct {
			ID int `uri:"id"`
		}
		if c.BindUri(&asked) == nil {
			found, cached, err := crud.read(c.Request.Context(), asked.ID)
			if isFound(c, err) {
				c.Header("X-Cache", cached)
				c.Data(http.StatusOK, "application/json; charset=utf-8", found)
			}
		}
	})
	router.POST("/crud/items", func(c *gin.Context) {
		var item written
		if c.BindJSON(&item) == nil && isFound(c, crud.add(c.Request.Context(), item)) {
			c.JSON(http.StatusCreated, item)
		}
	})
	router.PUT("/crud/items/:id", func(c *gin.Context) {
		var item written
		if c.BindJSON(&item) == nil && c.BindUri(&item) == nil && isFound(c, crud.change(c.Request.Context(), item)) {
			c.JSON(http.StatusOK, item)
		}
	})
}

func isFound(c *gin.Context, err error) bool {
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		_ = c.AbortWithError(http.StatusInternalServerError, err)
	}
	return err == nil
}

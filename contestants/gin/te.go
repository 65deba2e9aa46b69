package main

// TechEmpower's tests (docs/suites.md).

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func routeTests(router *gin.Engine, store store) {
	methods := []string{http.MethodGet, http.MethodHead}
	router.Match(methods, "/json", func(c *gin.Context) { c.JSON(http.StatusOK, message{"Hello, World!"}) })
	router.Match(methods, "/plaintext", func(c *gin.Context) { c.String(http.StatusOK, "Hello, World!") })
	if store == nil {
		return
	}
	router.SetHTMLTemplate(page)
	router.Match(methods, "/db", func(c *gin.Context) {
		row, err := store.world(c.Request.Context())
		answer(c, row, err)
	})
	router.Match(methods, "/queries", func(c *gin.Context) {
		rows, err := store.worlds(c.Request.Context(), count(c.Query("queries")))
		answer(c, rows, err)
	})
	router.Match(methods, "/updates", func(c *gin.Context) {
		rows, err := store.updated(c.Request.Context(), count(c.Query("queries")))
		answer(c, rows, err)
	})
	if caching, ok := store.(*postgres); ok {
		router.Match(methods, "/cached-queries", func(c *gin.Context) {
			answer(c, caching.cachedWorlds(count(c.Query("count"))), nil)
		})
		routeItems(router, caching)
		routeCrud(router, newCrud(caching.pool))
	}
	router.Match(methods, "/fortunes", func(c *gin.Context) {
		rows, err := store.fortunes(c.Request.Context())
		if err != nil {
			_ = c.AbortWithError(http.StatusInternalServerError, err)
			return
		}
		c.HTML(http.StatusOK, page.Name(), rows)
	})
}

func answer(c *gin.Context, value any, err error) {
	if err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, value)
}

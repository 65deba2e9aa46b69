package main

// HttpArena's profiles (docs/suites.md).

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

func routeProfiles(router *gin.Engine, pieces []piece) {
	methods := []string{http.MethodGet, http.MethodHead}
	router.Match(methods, "/pipeline", func(c *gin.Context) { c.String(http.StatusOK, "ok") })
	router.Match([]string{http.MethodGet, http.MethodHead, http.MethodPost}, "/baseline11", sum)
	router.POST("/upload", func(c *gin.Context) {
		size, err := io.Copy(io.Discard, c.Request.Body)
		if err != nil {
			_ = c.AbortWithError(http.StatusBadRequest, err)
			return
		}
		c.String(http.StatusOK, strconv.FormatInt(size, 10))
	})
	router.Match(methods, "/static/:name", gin.WrapF(sendStatic))
	router.Match(methods, "/json/:count", func(c *gin.Context) {
		var asked struct {
			Count int `uri:"count"`
			M     int `form:"m"`
		}
		if c.BindUri(&asked) == nil && c.BindQuery(&asked) == nil {
			c.JSON(http.StatusOK, total(pieces, asked.Count, asked.M))
		}
	})
}

func sum(c *gin.Context) {
	var asked struct {
		A int `form:"a"`
		B int `form:"b"`
	}
	if c.BindQuery(&asked) != nil {
		return // it has been answered
	}
	sum := asked.A + asked.B
	if c.Request.Method == http.MethodPost {
		body, err := c.GetRawData()
		number, other := strconv.Atoi(string(body))
		if err := errors.Join(err, other); err != nil {
			_ = c.AbortWithError(http.StatusBadRequest, err)
			return
		}
		sum += number
	}
	c.String(http.StatusOK, strconv.Itoa(sum))
}

package main

// HttpArena's static (docs/suites.md): files, or what was compressed beforehand where the client accepts that.

import (
	"mime"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
)

var codings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}}

func sendStatic(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	w.Header().Set("Content-Type", typeOf(name))
	w.Header().Set("Vary", "Accept-Encoding")
	for _, coding := range codings {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), coding.name) {
			continue
		}
		file, err := os.Open(path.Join("static", name+coding.suffix))
		if err != nil {
			continue
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if coding.name != "" {
			w.Header().Set("Content-Encoding", coding.name)
			w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10)) // ServeContent says it of plain files only
		}
		http.ServeContent(w, r, name, info.ModTime(), file)
		return
	}
	http.NotFound(w, r)
}

func typeOf(name string) string {
	if path.Ext(name) == ".woff2" { // Go knows it from the machine's list only
		return "font/woff2"
	}
	return mime.TypeByExtension(path.Ext(name))
}

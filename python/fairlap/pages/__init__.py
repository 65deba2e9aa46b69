"""Renders web pages: self-contained ones for a file, linked ones for the dashboard and the static site.

Pages are complete without scripts; `static/fairlap.js` adds sorting and filtering, `static/live.js` the live view. The
templates escape all text and have no inline styles or scripts, so that a strict Content-Security-Policy works.
"""

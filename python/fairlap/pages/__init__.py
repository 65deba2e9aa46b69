"""Web pages as text: self-contained ones for a file, linked ones for the dashboard and the static site.

Pages are complete without a script; `static/fairlap.js` adds sorting, filtering and the live view. All text is escaped
by the templates; nothing in a page has a style or a script of its own, so that a strict Content-Security-Policy holds.
"""

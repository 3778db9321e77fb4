"""The designers' console: a page in the browser over the public API."""

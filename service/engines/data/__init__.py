"""Tables shipped as modules, so that the engines read no files. Each module says how it was made."""

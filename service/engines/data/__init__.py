"""Tables that ship with the code, as modules, so that the engines read no files; each says how it was made."""

"""Tables that ship with the code; the files beside each say how it was made."""

"""Modules with the names of other packages, for programs that were written for them."""

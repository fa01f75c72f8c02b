"""Made by codegen/generate.py; not to be changed by hand."""

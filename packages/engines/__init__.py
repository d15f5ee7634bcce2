"""Package of the engines' Python code. A module is imported by its path, for example `engines.codecs.chm.contents`."""

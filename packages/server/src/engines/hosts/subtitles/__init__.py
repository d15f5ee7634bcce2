"""Subtitles of every format, read into cues and written from them."""

"""Corrects cues that end before they start, and cuts a track to a time range."""
from dataclasses import replace

from engines.codecs.subtitles.cue import Cue

# A cue that ends before it starts gets this duration, in milliseconds. If the next cue starts within this duration, the
# cue ends when the next cue starts.
MENDED_DURATION = 2000

Times = tuple[int, int]


def changes(cues: list[Cue], start: float | None = None, end: float | None = None) -> dict[Times, Times | None]:
    """Maps the old times of each cue to its new times, or to None if the cue is outside the range from `start` to `end`
    (in seconds).

    The new times are relative to `start`, as in a video that is cut to the same range."""
    starts = sorted({one.start for one in cues})
    following = dict(zip(starts, starts[1:]))
    times = {(one.start, one.end): _mended(one.start, one.end, following) for one in cues}
    return {old: _cut(new, round((start or 0) * 1000), None if end is None else round(end * 1000)) for old, new in times.items()}


def broken(cues: list[Cue]) -> int:
    """Returns the number of cues that end before they start."""
    return sum(one.end < one.start for one in cues)


def changed(cues: list[Cue], times: dict[Times, Times | None]) -> list[Cue]:
    return [replace(one, start=new[0], end=new[1]) for one in cues if (new := times[one.start, one.end])]


def _mended(start: int, end: int, following: dict[int, int]) -> Times:
    return start, end if end >= start else min(start + MENDED_DURATION, following.get(start, start + MENDED_DURATION))


def _cut(times: Times, first: int, last: int | None) -> Times | None:
    start, end = times
    if end < first or (end == first and start < first) or (last is not None and start >= last):
        return None
    return max(0, start - first), (end if last is None else min(end, last)) - first

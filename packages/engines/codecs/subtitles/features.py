"""Lists the features of a track that a target format does not support."""
from engines.codecs.subtitles.cue import PLAIN, Track

EVERYTHING = {'strikethrough', 'colours', 'backgrounds', 'typefaces', 'sizes', 'positions', 'voices', 'ruby', 'comments'}
DECLARED = {'strikethrough', 'colours', 'backgrounds', 'typefaces', 'sizes', 'positions'}

# For each target format, the features that need no warning from this module. A feature needs no warning if the format
# supports the feature, or if routes already declare the loss of the feature. Routes declare a loss if the format
# (formats/rows/subtitle.ts) does not hold the trait of the feature, or if the engine (index.ts) lists the trait under
# `loses`.
HELD = {
    'srt': EVERYTHING - {'backgrounds', 'voices', 'ruby', 'comments'},
    'vtt': EVERYTHING,
    'ass': EVERYTHING - {'backgrounds', 'ruby'},
    'ssa': EVERYTHING - {'backgrounds', 'ruby', 'strikethrough'},
    'ttml': EVERYTHING,
    'sub': DECLARED,
    'sbv': DECLARED,
    'lrc': DECLARED,
    'html': DECLARED,
    'txt': DECLARED,
}


def lost(track: Track, to: str) -> list[str]:
    """Returns the names of the lost features in alphabetical order."""
    return sorted((features(track) | track.unheld) - HELD[to] | overlaps(track, to))


def features(track: Track) -> set[str]:
    runs = [run for one in track.cues for line in one.lines for run in line if run.look is not PLAIN]
    looks = {run.look for run in runs}
    found = {
        'strikethrough': any('s' in look.marks for look in looks),
        'colours': any(look.colour for look in looks),
        'backgrounds': any(look.background for look in looks),
        'typefaces': any(look.face for look in looks),
        'sizes': any(look.size for look in looks),
        'ruby': any(look.ruby for look in looks),
        'positions': any(one.place.anchor != 2 or one.place.point for one in track.cues),
        'voices': any(one.voice for one in track.cues),
        'comments': bool(track.notes),
    }
    return {name for name, is_there in found.items() if is_there}


def overlaps(track: Track, to: str) -> set[str]:
    """Returns `overlaps` if cues of lyrics overlap, because lyrics are shown one line after the other."""
    pairs = zip(track.cues, track.cues[1:])
    return {'overlaps'} if to == 'lrc' and any(one.end > after.start for one, after in pairs) else set()

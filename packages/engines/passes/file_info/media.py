"""Reads the duration, tracks, codecs and dimensions of audio and video with ffprobe, without decoding the media."""
import json
import tempfile
from typing import Iterator

from engines.passes.file_info.bounds import MB, output_of
from engines.passes.file_info.credentials import known_credentials

KINDS = ('video', 'audio', 'subtitle')
MAX_LISTED = 32
# Tags that players show.
TAGS = ('title', 'artist', 'album', 'album_artist', 'composer', 'genre', 'date', 'track', 'comment', 'copyright')
GUESSED = 'Estimating duration from bitrate'


def read(file) -> Iterator[dict]:
    with tempfile.TemporaryFile() as log:
        found = json.loads(output_of(*file.probe, size=4 * MB, complaints=log))
        log.seek(0)
        is_guessed = file.estimates_length or GUESSED.encode() in log.read(MB)
    whole, streams = found.get('format', {}), found.get('streams', [])
    tracks = {kind: [one for one in streams if one.get('codec_type') == kind and not is_cover(one)] for kind in KINDS}
    yield {f'{kind}_tracks': len(tracks[kind]) for kind in KINDS}
    yield {
        'codecs': [one.get('codec_name', 'unknown') for kind in KINDS for one in tracks[kind]][:MAX_LISTED],
        'languages': languages_of(streams),
        'chapters': len(found.get('chapters', [])),
    }
    if not is_guessed and 'duration' in whole:
        yield {'seconds': round(float(whole['duration']), 2)}
    for one in tracks['video'][:1]:
        yield {'width': one['width'], 'height': one['height']}
        yield {} if (rate := rate_of(one.get('avg_frame_rate', ''))) is None else {'frame_rate': rate}
    for one in tracks['audio'][:1]:
        yield {'sample_rate': int(one['sample_rate']), 'channels': one['channels']}
    tags = {key.lower() for one in (whole, *streams) for key in one.get('tags', {})}
    yield {'tags': sum(1 for name in TAGS if name in tags)}
    yield known_credentials(file.path)


def is_cover(stream: dict) -> bool:
    return bool(stream.get('disposition', {}).get('attached_pic'))


def languages_of(streams: list[dict]) -> list[str]:
    named = {one.get('tags', {}).get('language', 'und') for one in streams}
    return sorted(named - {'und'})[:MAX_LISTED]


def rate_of(text: str) -> float | None:
    over, _, under = text.partition('/')
    return round(int(over) / int(under), 3) if over.isdigit() and under.isdigit() and int(over) and int(under) else None

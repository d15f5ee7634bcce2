"""Counts the records, keys and null values of data files, and measures their nesting depth."""
import json
import tomllib
from typing import Iterator

from engines.passes.file_info.bounds import text_of

FORMATS = ('json', 'geojson', 'ndjson', 'toml', 'yaml')


def read(file) -> Iterator[dict]:
    text = text_of(file.path)
    if file.format == 'yaml':
        yield of_yaml(text)
    elif file.format == 'toml':
        yield of_value(tomllib.loads(text))
    elif file.format == 'ndjson':
        yield of_value([json.loads(line) for line in text.splitlines() if line.strip()])
    else:
        yield of_value(json.loads(text))


def of_value(whole) -> dict:
    """Returns the number of records, keys and null values of a parsed value, and its nesting depth. The depth of a
    record is 1 if all of its values are scalars."""
    facts = {'records': len(whole) if isinstance(whole, list) else 1, 'keys': 0, 'depth': 0, 'nulls': 0}
    open_values = [(one, 1) for one in whole] if isinstance(whole, list) else [(whole, 1)]
    while open_values:
        value, depth = open_values.pop()
        if isinstance(value, dict | list):
            facts['depth'] = max(facts['depth'], depth)
            facts['keys'] += len(value) if isinstance(value, dict) else 0
            open_values += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]
        elif value is None:
            facts['nulls'] += 1
    return facts


def of_yaml(text: str) -> dict:
    """Returns the number of records and keys of a YAML document, and its nesting depth. Reads parser events, so that
    aliases are not expanded. Returns no info for a file with several documents."""
    try:
        import yaml
    except ImportError:
        return {}
    keys = depth = deepest = records = documents = 0
    is_list = False
    # Stack of open collections. Each entry consists of a flag (1 for a mapping) and the number of nodes read
    # so far.
    path: list[list[int]] = []
    for event in yaml.parse(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader)):
        is_node = isinstance(event, yaml.NodeEvent)
        if is_node and path:
            path[-1][1] += 1
            keys += path[-1][0] and path[-1][1] % 2
            records += is_list and len(path) == 1
        documents += isinstance(event, yaml.DocumentStartEvent)
        if isinstance(event, yaml.CollectionStartEvent):
            is_list = is_list or (not path and isinstance(event, yaml.SequenceStartEvent))
            path.append([int(isinstance(event, yaml.MappingStartEvent)), 0])
            depth = len(path) - is_list
            deepest = max(deepest, depth)
        elif isinstance(event, yaml.CollectionEndEvent):
            path.pop()
    return {'records': records if is_list else 1, 'keys': keys, 'depth': deepest} if documents == 1 else {}

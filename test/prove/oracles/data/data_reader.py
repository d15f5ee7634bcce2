"""Reads structured data without Protean's codecs and prints it as tagged JSON: `data_reader.py <extension> <file>`.

An integer is {"int": "1"}, a floating-point number {"float": "0.5"}, a BSON decimal {"decimal": "0.5"}, a date or time
{"moment": "2024-02-29"}, a byte string {"bytes": "00ff"}, and a map {"map": [[key, value], …]}. Strings, booleans, null
and lists have no tag.
"""
import configparser
import csv
import datetime
import json
import plistlib
import re
import sqlite3
import sys
import tomllib
from xml.etree import ElementTree

import avro.datafile
import avro.io
import bson
import cbor2
import json5
import msgpack
import yaml


class Members(list):
    """The members of a map in order. A dict would hide a duplicate key."""


def tagged(value):
    if isinstance(value, Members):
        return {'map': [[str(key), tagged(member)] for key, member in value]}
    if isinstance(value, dict):
        return tagged(Members(value.items()))
    if isinstance(value, (list, tuple)):
        return [tagged(member) for member in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return {'int': str(value)}
    if isinstance(value, float):
        return {'float': repr(value)}
    if isinstance(value, bson.Decimal128):
        return {'decimal': str(value)}
    if isinstance(value, bytes):
        return {'bytes': value.hex()}
    if isinstance(value, (datetime.date, datetime.time)):
        return {'moment': value.isoformat().replace('+00:00', 'Z')}
    raise TypeError(f'unexpected type {type(value)}')


def text(file):
    with open(file, encoding='utf-8', newline='') as opened:
        return opened.read()


def binary(load):
    def read(file):
        with open(file, 'rb') as opened:
            value = load(opened)
            assert opened.read() == b'', 'there is more behind the value'
            return value
    return read


def strict_json(source):
    return json.loads(source, object_pairs_hook=Members)


def xml(file):
    root = ElementTree.parse(file).getroot()
    return Members([(root.tag, element(root))])


def element(node):
    if len(node) == 0 and not node.attrib:
        return node.text or ''
    members = {f'@{name}': value for name, value in node.attrib.items()}
    for child in node:
        members.setdefault(child.tag, []).append(element(child))
    if node.text and node.text.strip():
        members['#text'] = node.text.strip()
    return Members((name, held[0] if isinstance(held, list) and len(held) == 1 else held) for name, held in members.items())


def ini(file):
    parser = configparser.RawConfigParser(default_section='\0', delimiters=('=',), comment_prefixes=(';', '#'))
    parser.optionxform = str
    source = text(file)
    parser.read_string(source if source.startswith('[') else f'[.]\n{source}')
    root = {}
    for section in parser.sections():
        put(root, [name for name in section.split('.') if name], dict(parser.items(section)))
    return listed(root)


def properties(file):
    root = {}
    for line in text(file).splitlines():
        if line and line[0] not in '#!':
            key, value = (unescaped(part) for part in re.fullmatch(r'((?:\\.|[^\\=:\s])*)(?:\s*[=:]\s*|\s+)(.*)', line).groups())
            put(root, re.sub(r'\[(\d+)\]', r'.\1', key).split('.'), value)
    return listed(root)


def unescaped(source):
    replaced = re.sub(r'\\([^u])', lambda found: {'n': '\n', 't': '\t', 'r': '\r', 'f': '\f'}.get(found[1], found[1]), source)
    units = re.sub(r'\\u([0-9A-F]{4})', lambda found: chr(int(found[1], 16)), replaced)
    return units.encode('utf-16', 'surrogatepass').decode('utf-16')


def put(branch, names, value):
    for name in names[:-1]:
        branch = branch.setdefault(name, {})
    if names:
        branch[names[-1]] = value
    else:
        branch.update(value)


def listed(branch):
    """Returns the value, but replaces each map that has the keys 0, 1, 2 and so on with a list. INI and properties
    files store lists as maps with the keys 0, 1, 2 and so on."""
    if not isinstance(branch, dict):
        return branch
    members = {name: listed(member) for name, member in branch.items()}
    return list(members.values()) if members and list(members) == [str(n) for n in range(len(members))] else members


def table(delimiter):
    def read(file):
        with open(file, encoding='utf-8', newline='') as opened:
            header, *rows = csv.reader(opened, delimiter=delimiter, strict=True)
        assert all(len(row) == len(header) for row in rows), 'rows of different lengths'
        return [Members(zip(header, row)) for row in rows]
    return read


def bson_documents(file):
    options = bson.CodecOptions(document_class=bson.SON, tz_aware=True)
    with open(file, 'rb') as opened:
        documents = bson.decode_all(opened.read(), options)
    return documents[0] if len(documents) == 1 else documents


def avro_records(file):
    with avro.datafile.DataFileReader(open(file, 'rb'), avro.io.DatumReader()) as reader:
        return list(reader)


def sqlite(file):
    return tables(sqlite3.connect(f'file:{file}?mode=ro', uri=True))


def sql(file):
    base = sqlite3.connect(':memory:')
    base.executescript(text(file))
    return tables(base)


def tables(base):
    """Returns the rows of the only table, or the rows of several tables by table name. Values in columns of the type
    BOOLEAN become booleans."""
    found = Members((name, rows(base, name)) for (name,) in
                    base.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall())
    return found[0][1] if len(found) == 1 else found


def rows(base, table):
    declared = {name: kind for _, name, kind, *_ in base.execute(f'PRAGMA table_info("{table}")')}
    cursor = base.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    return [Members((name, bool(value) if declared[name] == 'BOOLEAN' and value is not None else value)
                    for name, value in zip(names, row)) for row in cursor]


READERS = {
    'json': lambda file: strict_json(text(file)),
    'ndjson': lambda file: [strict_json(line) for line in text(file).splitlines()],
    'json5': lambda file: json5.loads(text(file), object_pairs_hook=Members, parse_int=int),
    'yaml': lambda file: yaml.safe_load(text(file)),
    'toml': lambda file: tomllib.loads(text(file)),
    'xml': xml,
    'plist': binary(plistlib.load),
    'ini': ini,
    'properties': properties,
    'msgpack': binary(lambda opened: msgpack.unpack(opened, timestamp=3, object_pairs_hook=Members, strict_map_key=False)),
    'cbor': binary(cbor2.load),
    'bson': bson_documents,
    'avro': avro_records,
    'sqlite': sqlite,
    'sql': sql,
    'csv': table(','),
    'tsv': table('\t'),
}

json.dump(tagged(READERS[sys.argv[1]](sys.argv[2])), sys.stdout)

"""Writes blocks of pandoc's document tree as HTML."""
import functools
import json
import subprocess


def written_by_pandoc(blocks: list, *arguments: str) -> str:
    tree = json.dumps({'pandoc-api-version': api_version(), 'meta': {}, 'blocks': blocks})
    command = ['pandoc', '--sandbox', '--quiet', '-f', 'json', '-t', 'html', *arguments]
    return subprocess.run(command, input=tree, capture_output=True, text=True, check=True).stdout


@functools.cache
def api_version() -> list[int]:
    empty = subprocess.run(['pandoc', '-f', 'markdown', '-t', 'json'], input='', capture_output=True, text=True, check=True)
    return json.loads(empty.stdout)['pandoc-api-version']

"""Unpacks the 7z members that have correct checksums, and repacks them."""
import os
import re
import subprocess

from engines.passes.repair.outcome import NothingLeft, TooMuch, amount, most_bytes


def repair(step) -> str:
    tree = os.path.join(step['work'], 'tree')
    total, size = listed(step['input'])
    if size > most_bytes(os.path.getsize(step['input'])):
        raise TooMuch('result_too_large')
    reading = run('x', '-y', '-snl-', f'-o{tree}', step['input'])
    for name in broken(reading):
        path = os.path.normpath(os.path.join(tree, name))
        if path.startswith(f'{tree}/') and os.path.lexists(path) and not os.path.isdir(path):
            os.remove(path)
    files = kept(tree)
    if not files:
        raise NothingLeft(reading[-500:])
    packing = ['7zz', 'a', '-t7z', '-mx=1', '-snl', '-bd', '-bso0', step['output'], '.']
    subprocess.run(packing, cwd=tree, check=True)
    return amount(files, 'file', total)


def run(*args: str) -> str:
    ended = subprocess.run(['7zz', *args, '-p', '-bd', '-bsp0', '-t7z'], capture_output=True, check=False)
    return (ended.stdout + ended.stderr).decode('utf-8', 'replace')


def listed(name: str) -> tuple[int, int]:
    """Returns the number of files and their total size."""
    text = run('l', '-slt', name)
    rows = re.findall(r'^Size = (\d+)\n(?:(?!\n\n).)*?^Attributes = (\S*)', text, re.MULTILINE | re.DOTALL)
    files = [int(size) for size, kind in rows if not kind.startswith('D')]
    return len(files), sum(files)


def broken(output: str) -> list[str]:
    return re.findall(r'^ERROR: (?:[^:\n]*: )?(.+?)\s*$', output, re.MULTILINE)


def kept(tree: str) -> int:
    """Removes everything except regular files from the folder `tree`. Returns the number of files that stay."""
    files = 0
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path) or not os.path.isfile(path):
                os.remove(path)
            else:
                files += 1
    return files

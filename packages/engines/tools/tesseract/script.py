"""Which language to read pages as where nobody named one: by their script, since letters of another one are read as nonsense."""
import glob
import re
import subprocess

from engines.shared.runner.warn import warn

USUAL = 'eng'
# By Tesseract's name of the script, the language that most of its pages are in.
LANGUAGE_OF = {
    'Arabic': 'ara',
    'Cyrillic': 'rus',
    'Devanagari': 'hin',
    'Han': 'chi_sim',
    'Hangul': 'kor',
    'Japanese': 'jpn',
    'Greek': 'ell',
    'Hebrew': 'heb',
    'Thai': 'tha',
}
# Of pages without letters that it knows nothing is told.
MOST_LOOKED_AT = 3
LOOK_SECONDS = 5
SCRIPT = re.compile(r'^Script: (\w+)$', re.MULTILINE)
DATA = '/usr/share/tesseract-ocr/*/tessdata'


def language_of(pages, step):
    """That of the first of the pictures whose script is known; warns where it is not the usual one."""
    for page in pages[:MOST_LOOKED_AT]:
        script = script_of(page)
        if script is None:
            continue
        language = LANGUAGE_OF.get(script, USUAL)
        if language == USUAL or not glob.glob(f'{DATA}/{language}.traineddata'):
            return USUAL
        warn(step, 'language_guessed', language)
        return language
    return USUAL


def script_of(page):
    """None where too few letters are on it."""
    look = ['tesseract', page, '-', '--psm', '0']
    try:
        ended = subprocess.run(look, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=LOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return None
    found = SCRIPT.search(ended.stdout.decode('utf-8', 'replace'))
    return found and found[1]

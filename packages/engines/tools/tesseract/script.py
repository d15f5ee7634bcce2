"""Chooses the language by the script of the pages if the caller gives no language. With a language
of another script, text would be recognized as nonsense."""
import glob
import re
import resource
import subprocess

from engines.shared.runner.counted_time import run_within
from engines.shared.runner.warn import warn

USUAL = 'eng'
# The most common language of each script, by Tesseract's name of the script.
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
# Maximum number of pages examined. Tesseract reports nothing for pages without known letters.
MOST_LOOKED_AT = 3
# Limits for the examination of one page, in seconds: processor time, and elapsed time without waits for a processor.
LOOK_SECONDS = 5
LONGEST_LOOK_SECONDS = 30
SCRIPT = re.compile(r'^Script: (\w+)$', re.MULTILINE)
DATA = '/usr/share/tesseract-ocr/*/tessdata'


def language_of(pages, step):
    """Returns the language of the first page whose script is known, or the usual language if no script is known. Warns
    if the function returns a language other than the usual language."""
    language = guess(pages)
    warn_of_guess(language, step)
    return language


def warn_of_guess(language, step):
    if language != USUAL:
        warn(step, 'language_guessed', language)


def guess(pages):
    """Returns the language of the first page whose script is known. Returns the usual language if no script is known,
    or if the language is not installed."""
    for page in pages[:MOST_LOOKED_AT]:
        script = script_of(page)
        if script is None:
            continue
        language = LANGUAGE_OF.get(script, USUAL)
        if language == USUAL or not glob.glob(f'{DATA}/{language}.traineddata'):
            return USUAL
        return language
    return USUAL


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (LOOK_SECONDS, LOOK_SECONDS))


def script_of(page):
    """Returns the script of the picture, or None if the picture has too few letters."""
    look = ['tesseract', page, '-', '--psm', '0']
    try:
        ended = run_within(LONGEST_LOOK_SECONDS, look, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return None
    found = SCRIPT.search(ended.stdout.decode('utf-8', 'replace'))
    return found and found[1]

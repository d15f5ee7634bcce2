"""Packs the objects of a finished PDF into streams: tags are thousands of small ones, most of the file while each stands alone."""
import os
import subprocess

QPDF = '/usr/bin/qpdf'
# qpdf warns with 3 about what it repaired.
DONE = (0, 3)


class Packer:
    """A qpdf that starts while the file is being made, and then reads from its standard input what to do."""

    def __init__(self, wanted: bool):
        # It says what it repaired, and errors of the office's own file are none of the caller's.
        self._waiting = (
            subprocess.Popen([QPDF, '@-'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if wanted and os.path.exists(QPDF)
            else None
        )

    def __enter__(self) -> 'Packer':
        return self

    def __exit__(self, *_: object) -> None:
        if self._waiting:
            self._waiting.kill()
            self._waiting.communicate()

    def pack(self, file: str) -> None:
        """Rewrites the file in place. It stays as it is where none waits, and where it fails or makes it no smaller."""
        if not self._waiting:
            return
        packed = f'{file}.packed'
        words = ('--object-streams=generate', '--deterministic-id', file, packed)
        self._waiting.communicate('\n'.join(words).encode())
        if self._waiting.returncode in DONE and os.path.getsize(packed) < os.path.getsize(file):
            os.replace(packed, file)
        elif os.path.exists(packed):
            os.remove(packed)

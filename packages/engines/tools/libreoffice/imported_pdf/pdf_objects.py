"""Packs the objects of a finished PDF into streams. The tags of a PDF are thousands of small objects, which otherwise
take up most of the file."""
import os
import subprocess

QPDF = '/usr/bin/qpdf'
# qpdf exits with 3 after it repaired something.
DONE = (0, 3)


class Packer:
    """Packs the PDF with qpdf. qpdf starts while the PDF is still being created, and later reads its arguments from
    standard input."""

    def __init__(self, wanted: bool):
        # qpdf's messages are discarded, because they report repairs and errors in LibreOffice's output, not in the
        # caller's file.
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
        """Rewrites the file in place. Leaves the file unchanged if qpdf is not running, if qpdf fails, or if the file
        would not become smaller."""
        if not self._waiting:
            return
        packed = f'{file}.packed'
        words = ('--object-streams=generate', '--deterministic-id', file, packed)
        self._waiting.communicate('\n'.join(words).encode())
        if self._waiting.returncode in DONE and os.path.getsize(packed) < os.path.getsize(file):
            os.replace(packed, file)
        elif os.path.exists(packed):
            os.remove(packed)

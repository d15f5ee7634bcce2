"""Measures time in a sandbox, excluding the time that the sandbox waits while other programs use the processors."""
import os
import subprocess
import time


def waited_seconds() -> float:
    """Returns the waiting time of the current job, as far as the server has measured it."""
    try:
        with open(os.environ['WAITED_FILE'], encoding='ascii') as file:
            return float(file.read()) / 1000
    except (KeyError, FileNotFoundError):
        # The server writes the file `WAITED_FILE` only for jobs that wait for a processor.
        return 0


class CountedTime:
    def __init__(self):
        self._began = time.monotonic()
        self._waited_before = waited_seconds()

    @property
    def seconds(self) -> float:
        """Seconds since the start, excluding the waiting time."""
        return time.monotonic() - self._began - (waited_seconds() - self._waited_before)


def run_within(seconds: float, command: list[str], *, feed: bytes | None = None, check: bool = False, **options) -> subprocess.CompletedProcess:
    """Runs a program like `subprocess.run`, and captures the output of the program. Raises `subprocess.TimeoutExpired`
    after `seconds`, but the time in which the sandbox waits for a processor does not count. `feed` is the standard
    input of the program."""
    stdin = subprocess.DEVNULL if feed is None else subprocess.PIPE
    counted = CountedTime()
    with subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        try:
            stdout, stderr = output_of(process, feed, seconds, counted)
        except BaseException:
            process.kill()
            raise
    ended = subprocess.CompletedProcess(command, process.returncode, stdout, stderr)
    if check:
        ended.check_returncode()
    return ended


def output_of(process: subprocess.Popen, feed: bytes | None, seconds: float, counted: CountedTime) -> tuple[bytes, bytes]:
    while True:
        left = seconds - counted.seconds
        if left <= 0:
            raise subprocess.TimeoutExpired(process.args, seconds)
        try:
            return process.communicate(feed, timeout=left)
        except subprocess.TimeoutExpired:
            # The first call of `communicate` has received the whole input, and later calls continue to send this input.
            feed = None

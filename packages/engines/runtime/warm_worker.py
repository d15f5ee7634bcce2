"""Waits in a box with modules loaded and carries out each job that comes; a runner runs in a fork that has them already."""
import contextlib
import ctypes
import gc
import importlib
import json
import os
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import traceback

RUNNERS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = '/job/work'
SCRATCH = '/tmp'


def main() -> None:
    for name in sys.argv[1:]:
        # What is not installed is missed by those routes alone, which are not offered then.
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    serve(run_in_fork)


def serve(perform, runners: str = RUNNERS, tidy=None) -> None:
    """Takes jobs until one fails, and ends with its status.

    `perform` is called with the words of a runner's command and its variables, and answers its status; it does so for
    what begins with `runners`, and all else is started by itself. `tidy` is called when the job is done and said to be, by
    who has a process of its own beside this one; where there is none, all others end with their job."""
    # Loading may have left things where jobs are to find nothing, and memory that nobody needs.
    empty(WORK)
    give_back()
    kept = frozenset(os.listdir(SCRATCH))
    say_done()
    # Iterating would read ahead.
    while line := sys.stdin.readline():
        script = json.loads(line)
        for command in script['commands']:
            is_runner = command[0] == '/usr/bin/python3' and command[1].startswith(runners)
            status = perform(command[1:], script['env'], script['cpu']) if is_runner else run(script, command)
            if status:
                sys.exit(status if status > 0 else 128 - status)
        if not tidy:
            end_others()
        bury()
        empty(WORK)
        empty(SCRATCH, kept)
        say_done()
        if tidy:
            tidy()


def give_back() -> None:
    """Memory that is free goes to the system; what is left stays shared with the forks, untouched by the collector."""
    gc.collect()
    gc.freeze()
    ctypes.CDLL(None).malloc_trim(0)


def say_done() -> None:
    sys.stdout.write('done\n')
    sys.stdout.flush()


def run(script: dict, command: list[str]) -> int:
    return subprocess.run(
        [*script['bounds'], *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **script['env']},
        check=False,
    ).returncode


def end_others() -> None:
    """Ends all others in the box: from its first process a signal to all reaches them at once, and not itself."""
    if os.getpid() != 1:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def bury() -> None:
    """The first process of a box is left with all that nobody waits for."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def empty(folder: str, kept: frozenset[str] = frozenset()) -> None:
    for name in set(os.listdir(folder)) - kept:
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)


def run_in_fork(words: list[str], env: dict[str, str], cpu: int) -> int:
    child = os.fork()
    if child == 0:
        # The soft bound ends it by a signal that says why.
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        os._exit(as_program(words, env))
    _, ended = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(ended)


def as_program(words: list[str], env: dict[str, str]) -> int:
    """What the runner would have ended with had it been started by itself."""
    os.environ.update(env)
    # What it says on its output is nobody's; ours tells of jobs that are done.
    with open(os.devnull, 'r+b', buffering=0) as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    sys.argv = words
    return status_of(lambda: runpy.run_path(words[0], run_name='__main__'))


def status_of(program) -> int:
    """What an interpreter would end with that runs nothing but `program`; what it says last is said."""
    try:
        program()
        return 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stderr.flush()


if __name__ == '__main__':
    main()

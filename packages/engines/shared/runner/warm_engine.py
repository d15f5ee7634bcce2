"""Implements the warm engine in Python. The warm engine is a process that stays in a sandbox between jobs. The warm
engine loads modules, waits for jobs, and runs each runner of a job in a fork of itself."""
import contextlib
import ctypes
import functools
import gc
import importlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import traceback
import types

RUNNERS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = '/job/work'
SCRATCH = '/tmp'
# Separator in a command, between a runner and the program that reads the runner's output. The separator contains a NUL,
# because an argument of a program cannot contain a NUL.
PIPE = '\0|'


def main() -> None:
    for name in sys.argv[1:]:
        # If a module is missing, the routes that need it are not offered.
        with contextlib.suppress(ImportError):
            module = importlib.import_module(name)
            if os.path.basename(module.__file__ or '').startswith('runner'):
                program_of(module.__file__)
    serve(run_in_fork)


def serve(perform, runners: str = RUNNERS, after_job=None) -> None:
    """Runs jobs until a job fails, and exits with the status of the failed job.

    `perform` runs a runner and returns its exit status. The parameters of `perform` are the arguments, the environment
    and the processor time limit of the runner. A command is a runner if its script is in the folder `runners`. Commands
    that are not runners are started as separate processes. By default, `serve` kills all other processes in the sandbox
    after each job. If `after_job` is given, `serve` kills no processes, because the warm engine needs them for the next
    job. `serve` calls `after_job` after it has reported the end of a job."""
    # Loading modules may have allocated memory that is no longer used, and created files in the job folder.
    empty(WORK)
    release_memory()
    initial_files = frozenset(os.listdir(SCRATCH))
    report_done()
    # `readline` is used, because iterating over stdin would read ahead.
    while line := sys.stdin.readline():
        script = json.loads(line)
        for command in script['commands']:
            is_runner = command[0] == '/usr/bin/python3' and command[1].startswith(runners)
            if PIPE in command:
                status = run_piped(script, command)
            else:
                status = perform(command[1:], script['env'], script['cpu']) if is_runner else run(script, command)
            if status:
                sys.exit(status if status > 0 else 128 - status)
        if not after_job:
            kill_others()
        reap_children()
        empty(WORK)
        empty(SCRATCH, initial_files)
        report_done()
        if after_job:
            after_job()


def release_memory() -> None:
    """Returns free memory to the system. Excludes all current objects from garbage collection, so that forks keep
    sharing the memory of these objects."""
    gc.collect()
    gc.freeze()
    ctypes.CDLL(None).malloc_trim(0)


def report_done() -> None:
    sys.stdout.write('done\n')
    sys.stdout.flush()


def run(script: dict, command: list[str]) -> int:
    return start(script, command, subprocess.DEVNULL).wait()


def start(script: dict, command: list[str], source: int) -> subprocess.Popen:
    """Starts a program within the limits of the job, with the file `source` as standard input."""
    env = {**os.environ, **script['env']}
    return subprocess.Popen([*script['bounds'], *command], stdin=source, stdout=subprocess.DEVNULL, env=env)


def run_piped(script: dict, command: list[str]) -> int:
    """Runs a command with two programs: the Python runner before the separator `PIPE`, and the program after it, which
    reads the runner's output. Waits until both programs have exited."""
    bar = command.index(PIPE)
    reading, writing = os.pipe()
    second = start(script, command[bar + 1:], reading)
    os.close(reading)
    status = run_in_fork(command[1:bar], script['env'], script['cpu'], writing)
    os.close(writing)
    # The exit status of the second program takes precedence, because its failure also makes the runner fail.
    return second.wait() or status


def kill_others() -> None:
    """Kills all other processes in the sandbox. If process 1 sends a signal to all processes, it does not receive the
    signal itself."""
    if os.getpid() != 1:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def reap_children() -> None:
    """Reaps all child processes that have ended. If the warm engine is process 1 of the sandbox, orphans are its child
    processes too."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def empty(folder: str, initial_files: frozenset[str] = frozenset()) -> None:
    for name in set(os.listdir(folder)) - initial_files:
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)


@functools.cache
def program_of(file: str) -> types.CodeType:
    """Returns the compiled program, memoized because compiling takes longer than many jobs."""
    with open(file, 'rb') as source:
        return compile(source.read(), file, 'exec')


def run_in_fork(words: list[str], env: dict[str, str], cpu: int, output: int | None = None) -> int:
    program = program_of(words[0])
    child = os.fork()
    if child == 0:
        bound_processor_time(cpu)
        os._exit(run_as_main(program, words, env, output))
    _, ended = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(ended)


def bound_processor_time(seconds: int) -> None:
    # At the soft limit the kernel sends SIGXCPU, which shows that the time limit was reached.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def run_as_main(program: types.CodeType, words: list[str], env: dict[str, str], output: int | None = None) -> int:
    """Runs the program as the main module. Returns the exit status of the program, as if it ran in a separate
    process."""
    os.environ.update(env)
    # If no program reads the output of a runner, the output is discarded. The warm engine itself uses standard output
    # to report finished jobs.
    with open(os.devnull, 'r+b', buffering=0) as null:
        os.dup2(null.fileno(), 0)
        os.dup2(null.fileno() if output is None else output, 1)
    sys.argv = words
    module = sys.modules['__main__'] = types.ModuleType('__main__')
    module.__file__ = words[0]
    return status_of(lambda: exec(program, module.__dict__))


def status_of(program) -> int:
    """Returns the exit status that an interpreter would have after `program`, and writes the same messages to
    stderr."""
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

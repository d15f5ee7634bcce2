"""Runs Python programs in separate forks of a process that has loaded their imports: `interpreter.py <seconds>`.

Each line of standard input is a JSON list [id, words, files]. `words` are the arguments of Python, and `files` are the
paths for the program's standard input, output and error. The response is a line [id, status]. The status of a program
killed by a signal is the negative signal number. A program is killed after the given number of seconds, and all programs
are killed when standard input ends.
"""
import ast
import atexit
import contextlib
import gc
import importlib
import json
import os
import select
import signal
import sys
import types

from PIL import Image

SECONDS = int(sys.argv[1])
FLAGS = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)


def main():
    # Loads Pillow's plugins once for all programs, because otherwise each program would load the plugins again.
    Image.init()
    # Modules next to this file must not be visible to programs.
    del sys.path[0]
    sys.dont_write_bytecode = True
    # Keeps standard input and output for the parent process. Programs use files for input and output.
    orders, answers = os.dup(0), os.dup(1)
    running, unread = {}, b''
    while True:
        ready, _, _ = select.select([orders, *running], [], [])
        for ended in running.keys() & ready:
            order, pid = running.pop(ended)
            os.close(ended)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            os.write(answers, json.dumps([order, status]).encode() + b'\n')
        if orders in ready:
            if not (read := os.read(orders, 65_536)):
                break
            *lines, unread = (unread + read).split(b'\n')
            for line in lines:
                order, pid = begin(*json.loads(line))
                running[os.pidfd_open(pid)] = order, pid
    os.killpg(0, signal.SIGKILL)


def begin(order, words, files):
    try:
        program = compiled(words)
    except (OSError, SyntaxError) as error:
        program = error
    pid = os.fork()
    if pid == 0:
        os._exit(carry_out(program, words, files))
    return order, pid


def compiled(words):
    """Compiles and returns the program, and loads its imports in this process, once for all later programs."""
    if words[0] == '-c':
        name, source = '<string>', words[1]
    else:
        name = words[0]
        with open(name, encoding='utf-8') as file:
            source = file.read()
    tree = ast.parse(source, name)
    before = len(sys.modules)
    for node in ast.walk(tree):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else [getattr(node, 'module', None)]
        for imported in filter(None, names):
            with contextlib.suppress(ImportError):
                importlib.import_module(imported)
    if len(sys.modules) > before:
        # Makes the garbage collector ignore existing objects, so that forks continue to share their memory.
        gc.freeze()
    return compile(tree, name, 'exec')


def carry_out(program, words, files):
    """Runs the program and returns the exit status that it would have in a separate process."""
    signal.alarm(SECONDS)
    for standard, (path, flags) in enumerate(zip(files, FLAGS)):
        os.dup2(os.open(path, flags), standard)
    is_file = words[0] != '-c'
    sys.path.insert(0, os.path.dirname(words[0]) if is_file else '')
    sys.argv = words if is_file else ['-c', *words[2:]]
    main_module = sys.modules['__main__'] = types.ModuleType('__main__')
    status = 1
    try:
        if isinstance(program, Exception):
            raise program
        exec(program, main_module.__dict__)
        status = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        else:
            status = end.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


main()

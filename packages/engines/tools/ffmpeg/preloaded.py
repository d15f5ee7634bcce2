"""Loads programs with their libraries once, and runs them in forks of this process. In a short run, loading the program
and its libraries would take most of the time.

Each line on stdin requests a run, as JSON with `command`, `cpu` in seconds and, if stdout goes to a file, `stdout`.
Each line on stdout contains the result of a run: `status`, `stdout` and `stderr`. The first line on stdout reports
that the programs are loaded."""
import ctypes
import json
import os
import signal
import struct
import sys
import tempfile

from engines.shared.runner.warm_engine import bound_processor_time, release_memory

LIBC = ctypes.CDLL(None)
MAX_STDOUT = 64 * 1024 * 1024
MAX_STDERR = 16_000

# ELF constants: the type of the dynamic segment, and the tags of its entries.
DYNAMIC = 2
JMPREL, PLTRELSZ, RELA, RELASZ, STRTAB, SYMTAB, FLAGS_1 = 23, 2, 7, 8, 5, 6, 0x6FFFFFFB
PIE = 0x08000000
RELOCATION_BYTES = SYMBOL_BYTES = 24

Start = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
Main = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p))


def main() -> None:
    programs = {os.path.basename(path): load(path) for path in sys.argv[1:]}
    release_memory()
    answer({'loaded': sorted(programs)})
    # Lines are read one by one, because an iteration over stdin would read ahead.
    while line := sys.stdin.readline():
        answer(run_in_fork(programs, json.loads(line)))


def answer(message: dict) -> None:
    sys.stdout.write(json.dumps(message) + '\n')
    sys.stdout.flush()


def load(path: str):
    """Loads a program as a library and returns its `main`. The dynamic loader refuses files with the flag of programs
    (`PIE`), so a copy without this flag is loaded."""
    with open(path, 'rb') as file:
        image = bytearray(file.read())
    dynamic = dynamic_entries(image)
    if FLAGS_1 in dynamic:
        place, value = dynamic[FLAGS_1]
        struct.pack_into('<Q', image, place, value & ~PIE)
    entry, = struct.unpack_from('<Q', image, 24)
    with tempfile.NamedTemporaryFile() as copy:
        copy.write(image)
        copy.flush()
        handle = ctypes.CDLL(copy.name)._handle
    # `handle` is the address of a record of the dynamic loader. The record at `handle` begins with the load address of
    # the library.
    base = ctypes.c_uint64.from_address(handle).value
    return Main(main_by_entry(base + entry, base + start_slot(image, dynamic)))


def dynamic_entries(image: bytearray) -> dict[int, tuple[int, int]]:
    """Returns the entries of the dynamic segment by tag. Each entry is a pair: the file offset of the value, and the
    value."""
    headers, = struct.unpack_from('<Q', image, 32)
    size, count = struct.unpack_from('<HH', image, 54)
    for n in range(count):
        kind, _, offset, _, _, length = struct.unpack_from('<IIQQQQ', image, headers + n * size)
        if kind == DYNAMIC:
            places = range(offset, offset + length, 16)
            return {struct.unpack_from('<Q', image, at)[0]: (at + 8, struct.unpack_from('<Q', image, at + 8)[0])
                    for at in places}
    raise ValueError('only dynamically linked programs can be loaded')


def start_slot(image: bytearray, dynamic: dict[int, tuple[int, int]]) -> int:
    """Returns the offset of the slot that contains the address of `__libc_start_main`, the C library function that
    receives `main`."""
    value = {tag: entry[1] for tag, entry in dynamic.items()}
    for table, length in (RELA, RELASZ), (JMPREL, PLTRELSZ):
        for at in range(value.get(table, 0), value.get(table, 0) + value.get(length, 0), RELOCATION_BYTES):
            slot, symbol = struct.unpack_from('<QQ', image, at)
            name, = struct.unpack_from('<I', image, value[SYMTAB] + (symbol >> 32) * SYMBOL_BYTES)
            begin = value[STRTAB] + name
            if image[begin:image.index(0, begin)] == b'__libc_start_main':
                return slot
    raise ValueError('the program has unsupported start code')


def main_by_entry(entry: int, slot: int) -> int:
    """Returns the address of `main`. Runs the program's start code in a forked process, with a replacement for
    `__libc_start_main` that reports the address of `main`."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        def started(address: int) -> int:
            os.write(writing, struct.pack('<Q', address))
            os._exit(0)

        ours = Start(started)
        page = os.sysconf('SC_PAGE_SIZE')
        LIBC.mprotect(ctypes.c_void_p(slot - slot % page), ctypes.c_size_t(page), 3)
        ctypes.c_uint64.from_address(slot).value = ctypes.cast(ours, ctypes.c_void_p).value
        ctypes.CFUNCTYPE(None)(entry)()
    os.close(writing)
    address = os.read(reading, 8)
    os.close(reading)
    os.waitpid(child, 0)
    return struct.unpack('<Q', address)[0]


def run_in_fork(programs: dict, run: dict) -> dict:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            become(programs[run['command'][0]], run, out.fileno(), err.fileno())
        _, ended = os.waitpid(child, 0)
        status = os.waitstatus_to_exitcode(ended)
        length = err.seek(0, os.SEEK_END)
        err.seek(max(0, length - MAX_STDERR))
        out.seek(0)
        return {
            # Shells use this status for a process that was ended by a signal.
            'status': status if status >= 0 else 128 - status,
            'stdout': out.read(MAX_STDOUT).decode('utf-8', 'replace'),
            'stderr': err.read().decode('utf-8', 'replace'),
        }


def become(program, run: dict, out: int, err: int) -> None:
    """Runs the program's `main` in this fork, and exits after `main` returns. `main` gets the arguments, signal
    handling and standard streams of a separate process."""
    for number in signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ:
        # Resets the signals that Python handles or ignores.
        signal.signal(number, signal.SIG_DFL)
    bound_processor_time(run['cpu'])
    if 'stdout' in run:
        out = os.open(run['stdout'], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for number, file in (0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, err):
        os.dup2(file, number)
    words = [word.encode() for word in run['command']]
    status = program(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None))
    # The exit function of the C library flushes buffered data.
    LIBC.exit(status)


if __name__ == '__main__':
    main()

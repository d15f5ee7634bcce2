"""Reports the files in the given folders that are opened or read, by any process and through any mount.

For each line on standard input, prints the paths accessed since the previous line, then an empty line.
"""

import ctypes
import os
import struct
import sys

ACCESS, OPEN, IS_FOLDER, OVERFLOW = 0x1, 0x20, 0x40000000, 0x4000

libc = ctypes.CDLL(None, use_errno=True)
queue = libc.inotify_init1(os.O_NONBLOCK)
folders = {}
for folder in sys.argv[1:]:
    watch = libc.inotify_add_watch(queue, os.fsencode(folder), ACCESS | OPEN)
    if watch < 0:
        sys.exit(f"cannot watch {folder}: {os.strerror(ctypes.get_errno())}")
    folders[watch] = folder


def seen():
    paths = set()
    while True:
        try:
            events = os.read(queue, 65536)
        except BlockingIOError:
            return paths
        at = 0
        while at < len(events):
            watch, mask, _, length = struct.unpack_from("iIII", events, at)
            name = events[at + 16 : at + 16 + length].rstrip(b"\0")
            at += 16 + length
            if mask & OVERFLOW:
                sys.exit("inotify queue overflow")
            if not mask & IS_FOLDER and name:
                paths.add(os.path.join(folders[watch], os.fsdecode(name)))


print(flush=True)
for _ in sys.stdin:
    print("".join(f"{path}\n" for path in seen()), flush=True)

"""Restricts the files that this Python process can open, because some libraries open files to which their input
refers."""
import errno
import os
import sys

# Files and scratch space of the job. Symbolic links in these folders are resolved.
JOB_FOLDERS = ('/job', '/tmp')
# Folders that contain programs. Only code files and directories in these folders are readable.
CODE_FOLDERS = ('/usr/lib', '/usr/local/lib', '/app')
CODE_SUFFIXES = ('.py', '.pyc', '.so', '.pth', '.zip')
# Data files that libraries need, and devices.
COMMON = (
    '/usr/share/zoneinfo', '/usr/share/mime', '/usr/share/locale', '/usr/share/fonts', '/usr/share/fontconfig',
    '/var/cache/fontconfig', '/etc/fonts', '/etc/mime.types', '/etc/localtime', '/etc/passwd', '/usr/lib/locale',
    '/dev/null', '/dev/urandom', '/dev/random', '/proc/self/fd', '/proc/meminfo', '/proc/cpuinfo', '/proc/stat',
)


def restrict(*more: str) -> None:
    """Restricts this process to the files of its job, `COMMON` files, code, and the paths `more`. Access to other paths
    raises ENOENT."""
    allowed = (*COMMON, *more)
    stat, real_path = os.stat, os.path.realpath

    def may_read(path) -> bool:
        if isinstance(path, int):
            return True
        path = os.path.abspath(os.fsdecode(path))
        if _below(path, JOB_FOLDERS):
            # A symbolic link may point outside the folder.
            path = real_path(path)
        return _below(path, JOB_FOLDERS) or _below(path, allowed) or _below(path, CODE_FOLDERS) and _is_code(path, stat)

    def restricted_stat(path, *arguments, **named):
        if named.get('dir_fd') is None and not may_read(path):
            raise _missing(path)
        return stat(path, *arguments, **named)

    def audit(event: str, arguments) -> None:
        if event in ('open', 'os.listdir', 'os.scandir') and arguments[0] is not None and not may_read(arguments[0]):
            raise _missing(arguments[0])

    os.stat = restricted_stat
    real_access = os.access
    os.access = lambda path, *arguments, **named: may_read(path) and real_access(path, *arguments, **named)
    sys.addaudithook(audit)


def _is_code(path: str, stat) -> bool:
    if path.endswith(CODE_SUFFIXES) or '.so.' in path:
        return True
    try:
        return stat(path).st_mode & 0o170000 == 0o040000
    except OSError:
        return False


def _below(path: str, roots) -> bool:
    return any(path == root or path.startswith(f'{root}/') for root in roots)


def _missing(path) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

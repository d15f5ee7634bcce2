"""Runs the encoding detector that the argument names. Reads samples from standard input and prints the detected
encodings, both as JSON. Exits with 3 if the detector is missing."""
import ctypes
import json
import sys

# Results with a lower confidence count as uncertain.
CERTAIN = 0.9


def icu():
    import icu

    def guess(data):
        found = icu.CharsetDetector(data).detect()
        return (found.getName(), found.getConfidence() / 100) if found else (None, 0)

    return guess


def chardet():
    import chardet

    return lambda data: (lambda found: (found['encoding'], found['confidence']))(chardet.detect(data))


def charset_normalizer():
    import charset_normalizer

    def guess(data):
        found = charset_normalizer.from_bytes(data).best()
        return (found.encoding, 1 - found.chaos) if found else (None, 0)

    return guess


def uchardet():
    library = ctypes.CDLL('libuchardet.so.0')
    library.uchardet_new.restype = ctypes.c_void_p
    library.uchardet_get_charset.restype = ctypes.c_char_p
    library.uchardet_handle_data.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    for name in ('uchardet_data_end', 'uchardet_get_charset', 'uchardet_delete'):
        getattr(library, name).argtypes = [ctypes.c_void_p]

    def guess(data):
        handle = library.uchardet_new()
        library.uchardet_handle_data(handle, data, len(data))
        library.uchardet_data_end(handle)
        name = library.uchardet_get_charset(handle).decode()
        library.uchardet_delete(handle)
        # uchardet reports no confidence.
        return name or None, 1

    return guess


if __name__ == '__main__':
    try:
        detect = globals()[sys.argv[1]]()
    except (ImportError, OSError):
        sys.exit(3)
    guesses = (detect(bytes.fromhex(sample)) for sample in json.load(sys.stdin))
    print(json.dumps([{'name': name, 'certain': confidence >= CERTAIN} for name, confidence in guesses]))

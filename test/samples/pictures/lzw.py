"""Writes standard input as a Unix compress (.Z) stream: classic LZW with at most 16 bits per code and without
resets."""
import sys


def codes(data):
    table = {bytes([byte]): byte for byte in range(256)}
    free, prefix = 257, b''
    for byte in data:
        longer = prefix + bytes([byte])
        if longer in table:
            prefix = longer
            continue
        yield table[prefix]
        if free < 65536:
            table[longer] = free
            free += 1
        prefix = bytes([byte])
    if prefix:
        yield table[prefix]


def packed(data):
    out, group, width, free = bytearray(b'\x1f\x9d\x90'), [], 9, 257
    for code in codes(data):
        group.append(code)
        # A decoder's table has one entry less than the encoder's, because the first code has no predecessor.
        free += 1
        if len(group) == 8 or free > 1 << width and width < 16:
            out += bits(group, width, 8 if free > 1 << width else len(group))
            group = []
            if free > 1 << width and width < 16:
                width += 1
    return bytes(out + bits(group, width, len(group)))


def bits(group, width, room):
    """Returns the codes of a group as bytes, lowest bit first. Pads the group to the size of `room` codes."""
    number = sum(code << at * width for at, code in enumerate(group))
    return number.to_bytes((room * width + 7) // 8, 'little')


sys.stdout.buffer.write(packed(sys.stdin.buffer.read()))

/**
 * Searches all content of a file for secrets, which are metadata values that a result must not contain. Before the
 * search, extracts archive members, PDF streams and encoded pictures.
 */
import assert from 'node:assert/strict';
import { python } from '../../samples/run.ts';

const program = String.raw`
import base64, binascii, bz2, gzip, io, lzma, os, re, subprocess, sys, tempfile, zipfile, zlib

def packed_texts(data):
    for kind in (b'zTXt', b'iTXt'):
        at = data.find(kind)
        while at >= 0:
            try:
                yield zlib.decompress(data[data.index(b'\x78', at):])
            except (zlib.error, ValueError):
                pass
            at = data.find(kind, at + 4)

def laid_open(data, depth=0):
    yield data
    if depth > 5:
        return
    if data[:4] == b'PK\3\4':
        archive = zipfile.ZipFile(io.BytesIO(data))
        yield archive.comment
        for member in archive.infolist():
            yield member.filename.encode() + member.comment + member.extra + repr(member.date_time).encode()
            if not member.flag_bits & 1:
                yield from laid_open(archive.read(member), depth + 1)
    elif data[:4] == b'%PDF':
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + '/in.pdf', 'wb') as stream:
                stream.write(data)
            subprocess.run(['/usr/bin/qpdf', '--qdf', '--object-streams=disable', folder + '/in.pdf', folder + '/out.pdf'], check=False)
            with open(folder + '/out.pdf', 'rb') as stream:
                yield stream.read()
    elif data[:2] == b'\x1f\x8b':
        yield from laid_open(gzip.decompress(data), depth + 1)
    elif data[:3] == b'BZh':
        yield from laid_open(bz2.decompress(data), depth + 1)
    elif data[:6] == b'\xfd7zXZ\0':
        yield from laid_open(lzma.decompress(data), depth + 1)
    elif data[:4] in (b'7z\xbc\xaf', b'\x28\xb5\x2f\xfd'):
        with tempfile.NamedTemporaryFile() as stream:
            stream.write(data)
            stream.flush()
            yield subprocess.run(['/usr/bin/bsdtar', '-tvf', stream.name], capture_output=True, check=True).stdout
    elif data[:3] == b'wOF':
        from fontTools.ttLib import TTFont
        font, plain = TTFont(io.BytesIO(data)), io.BytesIO()
        font.flavor = None
        font.save(plain)
        yield plain.getvalue()
    elif data[:4] == b'\x89PNG':
        yield from packed_texts(data)
    for match in re.finditer(rb'(?:base64,|binary-data>)([A-Za-z0-9+/=\s]{40,})', data):
        try:
            yield from laid_open(base64.b64decode(match[1]), depth + 1)
        except binascii.Error:
            pass
    if data[:5] == b'{\\rtf':
        for match in re.finditer(rb'(?:[0-9a-fA-F]{2}\s*){40,}', data):
            yield from laid_open(binascii.unhexlify(re.sub(rb'\s', b'', match[0])), depth + 1)

with open(sys.argv[1], 'rb') as stream:
    pieces = list(laid_open(stream.read()))
for secret in sys.argv[2:]:
    for coded in (secret.encode(), secret.encode('utf-16-le'), secret.encode('utf-16-be')):
        for piece in pieces:
            at = piece.find(coded)
            if at >= 0:
                print(secret, '…', piece[max(0, at - 60):at + 60])
`;

/** Returns one line for each place at which the file contains a secret: the secret and the surrounding bytes. */
async function standing(file: string, secrets: readonly string[]): Promise<string> {
  return (await python(program, [file, ...secrets])).stdout.toString().trim();
}

/**
 * Metadata values in the samples: a person, a company, a program, a template, a date in the notation of each format,
 * and the latitude of a location.
 */
export const secrets = [
  ...['Metadata Canary', 'Canary Works', 'CanaryWriter', 'canary-template', '2019-03-07', '20190307'],
  ...['2019:03:07', '2019, 3, 7', 'Mar  7  2019', '+51.5000'],
];

export async function assertClean(file: string, what = file): Promise<void> {
  assert.equal(await standing(file, secrets), '', what);
}

/**
 * Asserts that a sample contains at least one secret, because a result without secrets proves nothing if the sample has
 * no secrets.
 */
export async function assertTells(file: string): Promise<void> {
  assert.notEqual(await standing(file, secrets), '', `nothing to remove in ${file}`);
}

/** Asserts that a file contains none of the given texts. */
export async function assertLacks(file: string, texts: readonly string[], what = file): Promise<void> {
  assert.equal(await standing(file, texts), '', what);
}

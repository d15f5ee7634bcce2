/** Checks that Type 1 fonts keep outlines and widths, even if the structure of the font file is unusual. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { python } from '../../../samples/run.ts';
import type { Observation } from '../workbench.ts';

/**
 * Python program that changes a Type 1 font as some font editors do. The program splits the line before the glyphs
 * (`/CharStrings`) into two lines.
 */
const brokenLine = `
import struct, sys
from fontTools.misc import eexec
def parts(data):
    while data[1] != 3:
        size = struct.unpack_from('<I', data, 2)[0]
        yield data[1], data[6:6 + size]
        data = data[6 + size:]
with open(sys.argv[1], 'rb') as source, open(sys.argv[2], 'wb') as result:
    for kind, part in parts(source.read()):
        if kind == 2:
            secret = eexec.decrypt(part, 55665)[0]
            assert secret.count(b'/CharStrings ') == 1
            part = eexec.encrypt(secret.replace(b'/CharStrings ', b'/CharStrings\\r\\n'), 55665)[0]
        result.write(struct.pack('<BBI', 128, kind, len(part)) + part)
    result.write(bytes((128, 3)))
`;

/** Python program that prints the width and the bounding box of each character's glyph as JSON. */
const look = `
import json, sys
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
glyphs, seen = font.getGlyphSet(), {}
for code, name in font.getBestCmap().items():
    edges = BoundsPen(glyphs)
    glyphs[name].draw(edges)
    seen[chr(code)] = [round(glyphs[name].width), edges.bounds and [round(edge) for edge in edges.bounds]]
print(json.dumps(seen, sort_keys=True))
`;

const seen = async (font: string) =>
  JSON.parse((await python(look, [font])).stdout.toString()) as Record<string, unknown>;

const lines: Observation = {
  description:
    'a Type 1 font keeps its glyphs, widths and outlines, even if the structure of its file is unusual',
  see: async (lab) => {
    const usual = await lab.samples.get('pfb');
    const unusual = path.join(lab.dir, 'unusual.pfb');
    await python(brokenLine, [usual, unusual]);
    const due = await seen(await lab.converted('pfb', 'otf', {}, usual));
    assert.ok(Object.keys(due).length > 3);
    assert.deepEqual(await seen(await lab.converted('pfb', 'otf', {}, unusual)), due);
  },
};

export const fonts: readonly Observation[] = [lines];

/** Reads font files with fontTools: tables, names, axes, and the outlines of glyphs at given locations on the axes. */
import { python } from '../../samples/run.ts';

export interface FontContent {
  /** Tags of the font tables. */
  tables: string[];
  family: string;
  style: string;
  postScriptName: string;
  licence: string;
  weight: number;
  /** The embedding permissions, from `fsType`. */
  embedding: number;
  axes: [tag: string, least: number, usual: number, most: number][];
  instances: string[];
  /** Advance width and bounding box of the letters `A` and `O` at each requested location. */
  outlines: number[][];
}

const reader = `
import io, json, struct, sys
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
with open(sys.argv[1], 'rb') as file:
    data = file.read()
if sys.argv[1].endswith('eot'):
    data = data[-struct.unpack_from('<I', data, 4)[0]:]
font = TTFont(io.BytesIO(data))
name, outlines = font['name'].getDebugName, []
for location in json.loads(sys.argv[2]):
    glyphs = font.getGlyphSet(location=location if 'fvar' in font else None)
    for letter in 'AO':
        pen = BoundsPen(glyphs)
        glyphs[letter].draw(pen)
        outlines.append([round(number) for number in (glyphs[letter].width, *pen.bounds)])
axes = font['fvar'].axes if 'fvar' in font else []
instances = font['fvar'].instances if 'fvar' in font else []
print(json.dumps({
    'tables': [tag.strip() for tag in font.keys()], 'family': name(1), 'style': name(2), 'postScriptName': name(6),
    'licence': name(13), 'weight': font['OS/2'].usWeightClass, 'embedding': font['OS/2'].fsType,
    'axes': [(axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes],
    'instances': [name(instance.subfamilyNameID) for instance in instances], 'outlines': outlines}))`;

export type Location = Readonly<Record<string, number>>;

export async function contentOf(file: string, locations: readonly Location[]): Promise<FontContent> {
  const { stdout } = await python(reader, [file, JSON.stringify(locations)]);
  return JSON.parse(stdout.toString()) as FontContent;
}

/** Font formats, one row each. */
import type { Format } from '../format.ts';

type FontRow = Pick<Format, 'ext' | 'name' | 'mime'> & Partial<Omit<Format, 'category'>>;

const font = (row: FontRow): Format => ({ category: 'font', holds: ['glyphs', 'hinting'], ...row });

const trueType = [{ hex: '00010000' }, { hex: '74727565' }];

export const fonts: readonly Format[] = [
  font({ ext: 'ttf', name: 'TrueType', mime: 'font/ttf', magic: trueType, hub: true }),
  // An .otf file may have TrueType outlines, but a .ttf file must not have PostScript outlines.
  font({ ext: 'otf', name: 'OpenType', mime: 'font/otf', magic: [{ hex: '4f54544f' }, ...trueType] }),
  font({ ext: 'woff', name: 'Web font', mime: 'font/woff', magic: [{ hex: '774f4646' }] }),
  font({ ext: 'woff2', name: 'Web font 2', mime: 'font/woff2', magic: [{ hex: '774f4632' }] }),
  font({
    ext: 'eot',
    name: 'Embedded OpenType',
    mime: 'application/vnd.ms-fontobject',
    // Each signature consists of one of 3 versions at offset 8, and the magic number at offset 34.
    magic: ['00000100', '01000200', '02000200'].map((version) => ({
      hex: `${version}${'..'.repeat(22)}4c50`,
      at: 8,
    })),
  }),
  font({
    ext: 'ttc',
    name: 'Font collection',
    mime: 'font/collection',
    aliases: ['otc'],
    magic: [{ hex: '74746366' }],
  }),
  font({
    ext: 'pfb',
    name: 'Type 1, binary',
    mime: 'application/x-font-type1',
    magic: [{ hex: '8001........2521' }],
  }),
  font({
    ext: 'pfa',
    name: 'Type 1, text',
    mime: 'application/x-font-type1',
    // The signatures are the strings `%!PS-AdobeFont`, `%!PS-FontType` and `%!FontType`.
    magic: ['252150532d41646f6265466f6e74', '252150532d466f6e7454797065', '2521466f6e7454797065'].map(
      (hex) => ({
        hex,
      }),
    ),
  }),
  font({
    ext: 'cff',
    name: 'Compact Font Format, bare',
    mime: 'application/x-font-cff',
    // The signature consists of the version, the header length and the offset size.
    magic: ['01', '02', '03', '04'].map((offsets) => ({ hex: `010004${offsets}` })),
  }),
  font({
    ext: 'dfont',
    name: 'Mac font suitcase',
    mime: 'application/x-dfont',
    magic: [{ hex: '0000010000' }],
  }),
  font({
    ext: 'sfd',
    name: 'FontForge source',
    mime: 'application/vnd.font-fontforge-sfd',
    magic: [{ hex: '53706c696e65466f6e7444423a' }],
    holds: ['glyphs'],
  }),
  font({
    ext: 'ufoz',
    name: 'Unified Font Object, zip',
    mime: 'application/zip',
    aliases: ['ufo'],
    inside: { container: 'zip', marks: ['*.ufo/metainfo.plist'] },
    holds: ['glyphs'],
  }),
];

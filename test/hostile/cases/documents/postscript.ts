/** PostScript programs that read files, write files, run programs or never end. */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

const shown = 'newpath 50 700 moveto /Helvetica findfont 9 scalefont setfont';

const program = (lines: string) => `%!PS-Adobe-3.0\n${lines}\nshowpage\n%%EOF\n`;

const drawing = (lines: string) =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 595 842\n%%EndComments\n${lines}\nshowpage\n%%EOF\n`;

const read = (file: string) => `${shown} (${file}) (r) file 200 string readstring pop show`;

const scripts: readonly [string, FileCase['kind'], (fixtures: Fixtures) => string][] = [
  ['read', 'read', ({ text }) => read(text)],
  ['read-temp', 'read', ({ tempText }) => read(tempText)],
  ['run', 'read', ({ text }) => `(${text}) run`],
  [
    'list',
    'read',
    ({ text }) => `${shown} (${text.replace(/[^/]*$/, '*')}) { show } 200 string filenameforall`,
  ],
  ['environment', 'read', () => `${shown} (HOSTILE_SECRET) getenv { show } if`],
  ['environment-file', 'read', () => read('/proc/self/environ')],
  ['write', 'write', ({ marker }) => `(${marker}) (w) file dup (x) writestring closefile`],
  ['write-temp', 'write', ({ tempMarker }) => `(${tempMarker}) (w) file dup (x) writestring closefile`],
  ['rename', 'write', ({ tempText, tempMarker }) => `(${tempText}) (${tempMarker}) renamefile`],
  ['output', 'write', ({ marker }) => `<< /OutputFile (${marker}) >> setpagedevice`],
  [
    'other-device',
    'write',
    ({ marker }) => `(pdfwrite) selectdevice << /OutputFile (${marker}) >> setpagedevice`,
  ],
  ['pipe', 'code', ({ marker }) => `(%pipe%touch ${marker}) (w) file closefile`],
  ['pipe-output', 'code', ({ marker }) => `<< /OutputFile (%pipe%touch ${marker}) >> setpagedevice`],
  [
    'unlock',
    'code',
    ({ marker }) =>
      `systemdict /.setsafe known { mark /OutputFile (%pipe%touch ${marker}) currentdevice putdeviceprops } if`,
  ],
  ['loop', 'resource', () => '{ } loop'],
  ['memory', 'resource', () => '0 1 100000000 { pop 65000 string } for'],
  ['recursion', 'resource', () => '/f { f f } def f'],
  ['pages', 'resource', () => '{ 9 9 moveto 99 99 lineto stroke showpage } loop'],
  [
    'wide-page',
    'resource',
    () => '<< /PageSize [ 1000000 1000000 ] >> setpagedevice 9 9 moveto 99 99 lineto stroke',
  ],
  [
    'patterns',
    'resource',
    () => '0 1 1000000 { 9 9 moveto 0.0001 0.0001 scale 500000 500000 lineto [0.001] 0 setdash stroke } for',
  ],
];

/**
 * Cases for the extensions ps and eps. The cases for ps and eps also cover other PostScript extensions, because the
 * same tools convert files with all PostScript extensions.
 */
const programs: readonly FileCase[] = scripts.flatMap(([name, kind, make]) => {
  const long = ['loop', 'memory', 'pages'].includes(name) ? { long: true as const } : {};
  return [
    {
      name: `ps-${name}`,
      kind,
      ext: 'ps',
      to: kind === 'resource' ? ['pdf', 'png'] : ['pdf', 'png', 'tiff'],
      ...long,
      make: (fixtures: Fixtures) => program(make(fixtures)),
    },
    {
      name: `eps-${name}`,
      kind,
      ext: 'eps',
      to: ['pdf', 'png'],
      ...long,
      make: (fixtures: Fixtures) => drawing(make(fixtures)),
    },
  ];
});
const illustrator: FileCase = {
  name: 'ai-read',
  kind: 'read',
  ext: 'ai',
  to: ['pdf', 'png'],
  make: ({ text }) => drawing(read(text)).replace('EPSF-3.0', 'EPSF-3.0\n%%Creator: Adobe Illustrator'),
};

export const postScripts = inCategory('page', [...programs, illustrator]);

/**
 * Uploads with a file name, target, source format or option that has a special meaning in a shell, in a path or for a
 * tool.
 */
import { post, type Answer } from '../../../support/server/service.ts';
import { multipart, rawRequest, isComplete } from '../../../support/server/raw-requests.ts';
import { inCategory, type Fixtures, type RequestCase } from '../../case.ts';
import { plainPng } from '../../bytes/png.ts';
import { answerOfText } from './answers.ts';

const picture = plainPng(9, 9, [1, 2, 3]);
const colons = 'abc,def\n1,2\n';

const fileNames: readonly (readonly [string, (fixtures: Fixtures) => string])[] = [
  ['climbing', ({ marker }) => `../../../../../../../..${marker}.png`],
  ['climbing-backslash', ({ marker }) => `..\\..\\..\\..${marker.replaceAll('/', '\\')}.png`],
  ['absolute', ({ marker }) => `${marker}.png`],
  ['nul', ({ marker }) => `${marker}\0.png`],
  ['pipe', ({ marker }) => `|touch ${marker}.png`],
  ['pipe-after', ({ marker }) => `touch ${marker}|.png`],
  ['semicolon', ({ marker }) => `x;touch ${marker};.png`],
  ['substitution', ({ marker }) => `$(touch ${marker})\`touch ${marker}\`.png`],
  ['flag', () => '-version.png'],
  ['long-flag', ({ marker }) => `--output=${marker}.png`],
  ['at-file', ({ text }) => `@${text}.png`],
  ['codec', ({ text }) => `text:${text}.png`],
  ['address', ({ url }) => `${url}x.png`],
  ['concat', ({ text }) => `concat:${text}|x.png`],
  ['pattern', () => '%d%s%n%99999d.png'],
  ['glob', () => '*?[a-z]{a,b}.png'],
  ['long', () => `${'x'.repeat(5000)}.png`],
  ['unicode', () => '\u202egnp.\ufeff\u0000ｘ𝒙️‍🔥.png'],
  ['device', () => 'CON.png'],
  ['header', () => 'x"\r\nX-Injected: yes\r\n\r\n.png'],
  ['dots', () => '...png'],
  ['only-extension', () => '.png'],
  ['double', () => 'x.php.png'],
];

const targets: readonly (readonly [string, (fixtures: Fixtures) => string])[] = [
  ['climbing', () => '../../x'],
  ['codec-path', ({ marker }) => `png:${marker}`],
  ['path', ({ marker }) => marker],
  ['msl', () => 'msl'],
  ['flag', ({ marker }) => `png -write ${marker}`],
  ['shell', ({ marker }) => `png;touch ${marker}`],
  ['nul', () => 'png\0jpg'],
  ['prototype', () => '__proto__'],
  ['constructor', () => 'constructor'],
  ['long', () => 'p'.repeat(60_000)],
  ['number', () => '0'],
  ['blank', () => '   '],
];

const sources = [
  'msl',
  'mvg',
  'recipe',
  'm3u8',
  'ffconcat',
  'txt;x',
  '../png',
  '__proto__',
  'text:/etc/passwd',
  'ttx',
  'sfd',
  'https',
  'delegate',
  'show',
];

const options: readonly (readonly [string, string, string, (fixtures: Fixtures) => string])[] = [
  ['background', 'jpg', 'background', ({ text }) => `@${text}`],
  ['background-url', 'jpg', 'background', ({ url }) => `url(${url})`],
  ['width', 'jpg', 'width', () => '1e9'],
  ['width-shell', 'jpg', 'width', ({ marker }) => `9;touch ${marker}`],
  ['quality', 'jpg', 'quality', () => '-define x'],
  ['strip', 'jpg', 'strip_metadata', ({ marker }) => `1 -write ${marker}`],
  ['max-size', 'jpg', 'max_size', () => '1'],
  ['page', 'jpg', 'page', () => '1]; @/etc/passwd['],
  ['unknown', 'jpg', '-write', ({ marker }) => marker],
  ['prototype', 'jpg', '__proto__', () => 'x'],
  ['constructor', 'jpg', 'constructor', () => 'x'],
  ['background-mvg', 'bmp', 'background', ({ text }) => `'text:${text}'`],
];

const tableOptions: readonly (readonly [string, string, string, (fixtures: Fixtures) => string])[] = [
  ['root', 'xml', 'root', ({ text }) => `x SYSTEM "${text}"`],
  ['root-markup', 'xml', 'root', () => 'a><b'],
  ['indent', 'json', 'indent', () => '999999999'],
  ['delimiter', 'tsv', 'delimiter', () => '\n'],
  ['encoding', 'json', 'encoding', ({ text }) => text],
];

const dangerous = 400;

const named: readonly RequestCase[] = fileNames.map(([name, make]) => ({
  name: `file-name-${name}`,
  kind: 'write',
  answers: [200, dangerous],
  send: async (url, fixtures) => {
    const boundary = 'b'.repeat(24);
    const name = make(fixtures).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    const body = multipart(boundary, [
      [`Content-Disposition: form-data; name="file"; filename="${name}"`, picture],
      ['Content-Disposition: form-data; name="target"', 'jpg'],
    ]);
    const head = `POST /api/convert HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answer = answerOfText(await rawRequest(url, [head, body], isComplete));
    if (answer.headers.get('x-injected')) throw new Error('a header was injected');
    return [answer];
  },
}));

const png = () => new File([new Uint8Array(picture)], 'x.png');
const csv = () => new File([colons], 'x.csv');

const send = (url: string, ...fields: [string, File | string][]): Promise<Answer[]> =>
  post(`${url}/api/convert`, fields).then((answer) => [answer]);

const aimed: readonly RequestCase[] = targets.map(([name, make]) => ({
  name: `target-${name}`,
  kind: 'write',
  answers: [dangerous],
  send: (url, fixtures) => send(url, ['file', png()], ['target', make(fixtures)]),
}));

const declared: readonly RequestCase[] = sources.map((source) => ({
  name: `source-field-${source.replaceAll(/\W+/g, '-')}`,
  kind: 'code',
  answers: [dangerous],
  send: (url) => send(url, ['file', png()], ['target', 'jpg'], ['source', source]),
}));

const asked: readonly RequestCase[] = [
  ...options.map((row) => [...row, png] as const),
  ...tableOptions.map((row) => [...row, csv] as const),
].map(([name, target, field, make, file]) => ({
  name: `option-${name}`,
  kind: 'code',
  answers: [dangerous],
  send: (url, fixtures) => send(url, ['file', file()], ['target', target], [field, make(fixtures)]),
}));

export const names = inCategory('upload', [...named, ...aimed, ...declared, ...asked]);

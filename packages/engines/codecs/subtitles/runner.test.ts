/** Tests real-world subtitles with untidy times and tags, and the refusal of invalid files. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnv } from '../../../../test/support/python.ts';

const runner = fileURLToPath(new URL('runner.py', import.meta.url));

async function convert(from: string, to: string, content: string | Buffer): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-subtitle-'));
  try {
    const [input, output] = [path.join(dir, 'in'), path.join(dir, 'out')];
    await writeFile(input, content);
    const step = JSON.stringify({ from, to, input, output, outputDir: dir });
    await promisify(execFile)('/usr/bin/python3', ['-B', runner, step], { env: pythonEnv });
    return await readFile(output, 'utf8');
  } finally {
    await rm(dir, { recursive: true });
  }
}

const said = 'Der Kapitän zählte die Möwen über dem Kai, müde und ohne Eile.';
const srt = `1\n00:00:01,000 --> 00:00:02,500\n${said}\n`;

const spellings: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(srt),
  'UTF-8 with a byte order mark': Buffer.from(`\uFEFF${srt}`),
  'UTF-8 with Windows line ends': Buffer.from(srt.replaceAll('\n', '\r\n')),
};

for (const [name, bytes] of Object.entries(spellings)) {
  test(`reads a SubRip file encoded in ${name}`, async () => {
    assert.equal(await convert('srt', 'vtt', bytes), `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${said}\n`);
  });
}

test('reads SubRip with missing counters, short fractions and a blank line within a cue', async () => {
  const untidy =
    '0:0:1,5 --> 0:0:2.25 X1:100 X2:200\n{\\an8}<I>one\n\ntwo</I>\n00:00:03,000-->00:00:04,000\n3';
  assert.equal(
    await convert('srt', 'srt', untidy),
    '1\n00:00:01,500 --> 00:00:02,250\n{\\an8}<i>one</i>\n<i>two</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n3\n',
  );
});

test('leaves out drawings in ASS dialogue', async () => {
  const line = '{\\p1}m 0 0 l 9 9{\\p0}{\\i1\\bord2}a{\\r}b\\Nc{\\b700}d';
  const ass = `[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,${line}\n`;
  assert.match(await convert('ass', 'srt', ass), /^<i>a<\/i>b\nc<b>d<\/b>$/m);
});

test('reads TTML durations, and TTML times in frames or ticks', async () => {
  const head = 'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"';
  const cues = '<p begin="00:00:01:12" dur="2s">a</p><p begin="25f" end="90000t">b</p>';
  const ttml = `<tt ${head} ttp:frameRate="24" ttp:tickRate="9000"><body><div>${cues}</div></body></tt>`;
  assert.equal(
    await convert('ttml', 'sbv', ttml),
    '0:00:01.042,0:00:10.000\nb\n\n0:00:01.500,0:00:03.500\na\n',
  );
});

test("repeats a line of LRC lyrics at each of its times, shifted by the file's offset", async () => {
  const lrc = '[offset:+500]\n[00:02.00][00:01.00]la\n[00:03.00]\n';
  assert.equal(
    await convert('lrc', 'sbv', lrc),
    '0:00:00.500,0:00:01.500\nla\n\n0:00:01.500,0:00:02.500\nla\n',
  );
});

test('converts MicroDVD frame numbers to times with the declared frame rate or 23.976 frames per second', async () => {
  const cues = '{25}{50}{Y:i}{c:$0000ff}one|{y:b}two\n{100}{}/three\n{150}{175}four\n';
  assert.equal(
    await convert('sub', 'srt', `{1}{1}25.000\n${cues}`),
    '1\n00:00:01,000 --> 00:00:02,000\n<font color="#ff0000"><i>one</i></font>\n<b><i>two</i></b>\n\n' +
      '2\n00:00:04,000 --> 00:00:06,000\n<i>three</i>\n\n3\n00:00:06,000 --> 00:00:07,000\nfour\n',
  );
  assert.match(await convert('sub', 'srt', cues), /^1\n00:00:01,043 --> 00:00:02,085\n/);
});

test('writes the frame rate to MicroDVD, and writes bold type only if the whole line is bold', async () => {
  const styled = srt.replace(said, '<b>all | of it</b>\nand <i>a part</i>');
  assert.equal(await convert('srt', 'sub', styled), '{1}{1}23.976\n{24}{60}{y:b}all ¦ of it|and a part\n');
});

const refused: readonly [why: string, from: string, content: string | Buffer][] = [
  ['prose only', 'srt', 'Once upon a time.\n'],
  ['a truncated time', 'srt', `${srt}\n2\n00:00:03,000 --> 00:0`],
  ['a time truncated before the arrow', 'srt', `${srt}\n2\n00:00:03,000 -`],
  ['a truncated frame number', 'sub', '{25}{50}one\n{100}{1'],
  ['no signature', 'vtt', srt],
  ['truncated dialogue', 'ass', '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:0'],
  ['truncated XML', 'ttml', '<tt><body><div><p begin="1s" end="2s">a'],
  ['other XML', 'ttml', '<html><body><p begin="1s" end="2s">a</p></body></html>'],
  [
    'an entity',
    'ttml',
    '<!DOCTYPE tt [<!ENTITY a "b">]><tt><body><p begin="1s" end="2s">&a;</p></body></tt>',
  ],
  ['binary data', 'sbv', Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256))],
  ['no content', 'lrc', ''],
  ['a cue without text', 'vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n'],
];

for (const [why, from, content] of refused) {
  test(`refuses a ${from} file with ${why}`, () => assert.rejects(convert(from, 'txt', content)));
}

const emptyScript =
  '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Bold\n\n[Events]\nFormat: Layer, Start, End, Text\n';

const empties = [
  ['vtt', 'WEBVTT'],
  ['vtt', 'WEBVTT - a title\n\nNOTE nobody speaks\n\nSTYLE\n::cue { color: red }\n'],
  ['ass', emptyScript],
  ['ssa', `${emptyScript}Comment: 0,0:00:01.00,0:00:02.00,unseen\n`],
  ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div/></body></tt>'],
] as const;

for (const [from, content] of empties)
  test(`converts a ${from} file without text to an empty file of each format: ${content.slice(0, 20)}`, async () => {
    assert.equal(await convert(from, 'srt', content), '');
    const isSame = from === 'vtt';
    assert.match(await convert(from, 'vtt', content), isSame ? /^WEBVTT/ : /^WEBVTT\n(\nNOTE\nunseen\n)?$/);
    assert.match(await convert(from, 'ass', content), /\[Events\]\s*\nFormat: .*Text\n/);
  });

const cut = [
  ['vtt', 'WEBV'],
  ['vtt', 'WEBVTT\n\n1'],
  ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n'],
  ['ass', emptyScript.slice(0, emptyScript.indexOf('[Ev') + 4)],
  ['ass', emptyScript.slice(0, -4)],
  ['ssa', '[Script Info]\n'],
  ['ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>'],
  ['srt', '1\n'],
] as const;

for (const [from, content] of cut)
  test(`refuses a ${from} file that is truncated before its first subtitle: …${content.slice(-12)}`, async () => {
    await assert.rejects(convert(from, 'srt', content));
  });

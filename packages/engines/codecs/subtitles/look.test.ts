/**
 * Tests colours, positions, speakers and comments of subtitles in each format, and the warnings about unsupported
 * features.
 */
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

interface Result {
  text: string;
  warnings: string;
}

async function convert(from: string, to: string, content: string, options: object = {}): Promise<Result> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-subtitle-'));
  try {
    const [input, output] = [path.join(dir, 'in'), path.join(dir, 'out')];
    await writeFile(input, content);
    const step = JSON.stringify({ from, to, input, output, outputDir: dir, options });
    await promisify(execFile)('/usr/bin/python3', ['-B', runner, step], { env: pythonEnv });
    const warnings = await readFile(path.join(dir, '.warnings'), 'utf8').catch(() => '');
    return { text: await readFile(output, 'utf8'), warnings };
  } finally {
    await rm(dir, { recursive: true });
  }
}

const cueOf: Readonly<Record<string, (text: string, settings?: string) => string>> = {
  srt: (text, settings = '') => `1\n00:00:01,000 --> 00:00:02,000${settings}\n${text}\n`,
  vtt: (text, settings = '') => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000${settings}\n${text}\n`,
};

const dialogue = (text: string) =>
  '[Script Info]\nPlayResX: 1920\nPlayResY: 1080\n\n[V4+ Styles]\nFormat: Name, PrimaryColour, Italic, Alignment\n' +
  'Style: Default,&H00FFFFFF,0,2\nStyle: Sign,&H0000A5FF,-1,8\n\n[Events]\nFormat: Start, End, Style, Name, Text\n' +
  `Dialogue: 0:00:01.00,0:00:02.00,${text}\n`;

const timedText = (head: string, paragraph: string) =>
  '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" ' +
  `xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><head>${head}</head><body><div>${paragraph}</div></body></tt>`;

/** The same red text at the top of the screen, as it is written in each format. */
const red: Readonly<Record<string, string>> = {
  srt: cueOf['srt']?.('{\\an8}<font color="#ff0000">top</font>') ?? '',
  vtt: cueOf['vtt']?.('<c.red>top</c>', ' line:0') ?? '',
  ass: dialogue('Default,,{\\an8}{\\c&H0000FF&}top'),
  ttml: timedText(
    '<layout><region xml:id="r" tts:displayAlign="before" tts:textAlign="center"/></layout>',
    '<p begin="1s" end="2s" region="r" tts:color="red">top</p>',
  ),
  sub: '{1}{1}25\n{25}{50}{P:0}{c:$0000ff}top\n',
};

const expected: Readonly<Record<string, RegExp>> = {
  srt: /^\{\\an8\}<font color="#ff0000">top<\/font>$/m,
  vtt: / --> .* line:0\n<c\.red>top<\/c>$/m,
  ass: /\{\\an8\}\{\\c&H0000FF&\}top$/m,
  ssa: /\{\\a6\}\{\\c&H0000FF&\}top$/m,
  ttml: /tts:displayAlign="before"[^]*<span tts:color="#ff0000">top<\/span>/,
  sub: /^\{25\}\{50\}\{P:0\}\{c:\$0000FF\}top$/m,
};

for (const [from, content] of Object.entries(red))
  test(`keeps the colour and position of a red subtitle that is converted from ${from}`, async () => {
    for (const [to, pattern] of Object.entries(expected)) {
      if (from === to && to !== 'srt') continue;
      const { text, warnings } = await convert(from, to, content, to === 'sub' ? { fps: 25 } : {});
      assert.match(text, pattern, to);
      assert.equal(warnings, '', to);
    }
  });

test('converts subtitle positions between the notations of the formats', async () => {
  const coordinates = cueOf['srt']?.('x', ' X1:100 X2:300 Y1:200 Y2:280') ?? '';
  assert.match((await convert('srt', 'srt', coordinates)).text, /X1:100 X2:300 Y1:200 Y2:280\nx/);
  // The centre of the rectangle is (200, 240) on a screen of 720 by 480.
  assert.match((await convert('srt', 'ass', coordinates)).text, /\{\\an5\}\{\\pos\(106\.7,144\)\}x/);
  assert.match((await convert('srt', 'vtt', coordinates)).text, /position:27\.78% line:50%,center\nx/);
  const corner = cueOf['vtt']?.('x', ' line:0 position:100% align:end') ?? '';
  assert.match((await convert('vtt', 'srt', corner)).text, /^\{\\an9\}x$/m);
  const region = 'REGION\nid:left\nregionanchor:0%,0%\nviewportanchor:20%,30%\n\n';
  const within = (cueOf['vtt']?.('x', ' region:left') ?? '').replace('\n\n', `\n\n${region}`);
  assert.match((await convert('vtt', 'ass', within)).text, /\{\\an7\}\{\\pos\(76\.8,86\.4\)\}x/);
  const sign = dialogue('Sign,,{\\pos(960,270)}x');
  assert.match((await convert('ass', 'ttml', sign)).text, /tts:origin="0% 25%" tts:extent="100% 75%"/);
  assert.match(
    (await convert('ass', 'srt', sign)).text,
    /\{\\an8\}\{\\pos\(192,72\)\}<font color="#ffa500"><i>x/,
  );
  const low = timedText(
    '<layout><region xml:id="r" tts:origin="10% 80%" tts:extent="80% 20%" tts:displayAlign="after"/></layout>',
    '<p begin="1s" end="2s" region="r">x</p>',
  );
  assert.match((await convert('ttml', 'srt', low)).text, /^x$/m);
});

test('converts subtitle formatting from style sheets and nested tags', async () => {
  const sheet =
    'WEBVTT\n\nSTYLE\n::cue(.shout) { color: rgb(255, 128, 0); font-weight: bold }\n::cue(v[voice="Ann"]) { color: cyan }\n\n';
  const body = '00:01.000 --> 00:02.000\n<v Ann>one <c.shout>two</c></v>\n';
  const { text, warnings } = await convert('vtt', 'srt', sheet + body);
  assert.match(text, /<font color="#00ffff">one <\/font><font color="#ff8000"><b>two<\/b><\/font>/);
  assert.equal(warnings, 'subtitle_features_left_out voices\n');
  assert.match((await convert('vtt', 'ass', sheet + body)).text, /Default,Ann,0,0,0,,\{\\c&HFFFF00&\}one /);
  const orange = /^::cue\(\.colour-ff8000\) \{ color: #ff8000; \}$[^]*<c\.colour-ff8000><b>two/m;
  assert.match((await convert('srt', 'vtt', text)).text, orange);
  assert.match((await convert('vtt', 'ttml', sheet + body)).text, /<ttm:name type="full">Ann<\/ttm:name>/);
  const nested =
    cueOf['srt']?.('<font color=red face="Courier">a <font color="#00ff00">b</font> c</font> &amp; d') ?? '';
  assert.match(
    (await convert('srt', 'ass', nested)).text,
    /\{\\c&H0000FF&\}\{\\fnCourier\}a \{\\c&H00FF00&\}b\{\\c&H0000FF&\} c\{\\c\}\{\\fn\} & d/,
  );
});

test('warns about subtitle features that the target format does not support', async () => {
  const ruby = cueOf['vtt']?.('<ruby>漢<rt>かん</rt></ruby>字') ?? '';
  assert.match(
    (await convert('vtt', 'ttml', ruby)).text,
    /<span tts:ruby="base">漢<\/span><span tts:ruby="text">かん/,
  );
  const plain = await convert('vtt', 'srt', ruby.replace('\n\n', '\n\nNOTE draft\n\n'));
  assert.match(plain.text, /^漢\(かん\)字$/m);
  assert.equal(plain.warnings, 'subtitle_features_left_out comments, ruby\n');
  const noted = await convert('vtt', 'ass', ruby.replace('\n\n', '\n\nNOTE draft\n\n'));
  assert.match(noted.text, /^Comment: .*,draft$/m);
  const script = await convert(
    'ass',
    'srt',
    dialogue('Default,,{\\k20}ka{\\k30}ra{\\fad(100,100)}{\\p1}m 0 0{\\p0}'),
  );
  assert.equal(script.warnings, 'subtitle_features_left_out drawings, effects, karaoke\n');
  const overlapping = 'WEBVTT\n\n00:01.000 --> 00:05.000\na\n\n00:02.000 --> 00:03.000\nb\n';
  assert.equal((await convert('vtt', 'lrc', overlapping)).warnings, 'subtitle_features_left_out overlaps\n');
  assert.match(
    (await convert('vtt', 'srt', overlapping)).text,
    /01,000 --> 00:00:05,000\na\n\n2\n00:00:02,000/,
  );
});

test('a cue that ends before it starts lasts until the next cue, but at most 2 seconds', async () => {
  const srt =
    '1\n00:00:05,000 --> 00:00:04,000\na\n\n2\n00:00:06,000 --> 00:00:05,500\nb\n\n3\n00:00:20,000 --> 00:00:21,000\nc\n';
  const { text, warnings } = await convert('srt', 'vtt', srt);
  assert.match(text, /05\.000 --> 00:00:06\.000\na[^]*06\.000 --> 00:00:08\.000\nb/);
  assert.equal(warnings, 'cues_mended 2\n');
  const script = dialogue('Sign,,x').replace('0:00:02.00', '0:00:00.50');
  assert.match((await convert('ass', 'ass', script)).text, /^Dialogue: 0:00:01\.00,0:00:03\.00,Sign,,x$/m);
});

test('keeps format-specific features of subtitles if source and target format are the same', async () => {
  const vtt =
    '\uFEFFWEBVTT\r\n\r\nNOTE draft\r\n\r\nSTYLE\r\n::cue(.x) { opacity: 0.5 }\r\n\r\none\r\n00:01.000 --> 00:02.000 vertical:rl\r\na\r\n\r\n00:05.000 --> 00:09.000\r\n<c.x>b</c>\r\n';
  const whole = (await convert('vtt', 'vtt', vtt)).text;
  assert.equal(whole, vtt.slice(1).replaceAll('\r\n', '\n'));
  const part = (await convert('vtt', 'vtt', vtt, { start: 4, end: 7 })).text;
  assert.match(part, /opacity: 0\.5 \}\n\n00:00:01\.000 --> 00:00:03\.000\n<c\.x>b<\/c>\n$/);
  assert.doesNotMatch(part, /vertical/);
  const script = dialogue('Sign,,{\\fad(1,1)}x');
  assert.equal((await convert('ass', 'ass', script)).text, script);
  const cut = (await convert('ass', 'ass', script, { start: 0.5 })).text;
  assert.equal(cut, script.replace('0:00:01.00,0:00:02.00', '0:00:00.50,0:00:01.50'));
  assert.equal(
    (await convert('srt', 'srt', cueOf['srt']?.('a') ?? '', { start: 0.25 })).text,
    '1\n00:00:00,750 --> 00:00:01,750\na\n',
  );
  await assert.rejects(convert('srt', 'srt', cueOf['srt']?.('a') ?? '', { start: 9 }), /nothing_in_range/);
});

/**
 * The subtitle oracle: checks the words, emphasis and times of every cue. Times may differ by the precision of the
 * formats.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { python, run } from '../../../samples/run.ts';
import { contents, cues } from '../../../samples/media/subtitle.ts';
import type { Claim } from '../../oracle.ts';

interface ReadCue {
  start: number;
  end: number;
  /** The words of the cue, with `<i>` and `<b>` for emphasis. */
  text: string;
}

const scripts = ['ass', 'ssa'];
/**
 * Formats for which a conversion to the same format must not change the text of the file. In a conversion to the same
 * format, the oracle compares the source file and the result directly. The oracle does not read the files with FFmpeg,
 * because FFmpeg 5 does not read style sheets of WebVTT.
 */
const keepsText = [...scripts, 'vtt', 'ttml'];
/** Formats with times in hundredths of a second. */
const coarse = ['ass', 'ssa', 'lrc'];
/** Maximum error of a time in MicroDVD, in milliseconds. MicroDVD stores times as frame numbers. */
const frameOff = 21;

export async function checkSubtitle(files: readonly string[], { source, target }: Claim): Promise<void> {
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  if (source.ext === target.ext && keepsText.includes(target.ext)) {
    const due = contents[source.ext]?.replaceAll('\r\n', '\n').trimEnd();
    assert.equal((await readFile(file, 'utf8')).trimEnd(), due, 'the same text');
    return;
  }
  const found = await (readers[target.ext] ?? byFfmpeg(target.ext))(file);
  const formats = [source.ext, target.ext];
  const emphasised =
    // MicroDVD can only emphasize whole lines.
    !formats.includes('sub') &&
    target.holds.includes('styling') &&
    (source.category === 'video' || source.holds.includes('styling'));
  const oneLine = [source.ext, target.ext].includes('lrc');
  const plainText = (text: string) => {
    const marked = emphasised ? text : text.replace(/<\/?[ib]>/g, '');
    return oneLine ? marked.replaceAll('\n', ' ') : marked;
  };
  assert.deepEqual(
    found.map(({ text }) => plainText(text)),
    cues.map(({ lines }) => plainText(lines.join('\n'))),
    'what is said',
  );
  const off =
    (formats.some((ext) => coarse.includes(ext)) ? 5 : 0) +
    formats.filter((ext) => ext === 'sub').length * frameOff;
  for (const [n, { start, end }] of found.entries()) {
    const due = cues[n];
    assert.ok(due && Math.abs(start - due.start) <= off, `cue ${n} begins at ${start} ms`);
    assert.ok(Math.abs(end - due.end) <= off, `cue ${n} ends at ${end} ms`);
  }
  if (formats.every((ext) => scripts.includes(ext))) await checkStyle(file);
  else if (target.ext !== 'sub' && target.holds.includes('screen')) await checkLook(file, source.ext);
}

type SubtitleReader = (file: string) => Promise<readonly ReadCue[]>;

/** Converts the file to SubRip with ffmpeg, because SubRip is easy to parse. */
function byFfmpeg(ext: string): SubtitleReader {
  const demuxer = { srt: 'srt', vtt: 'webvtt', sub: 'microdvd' }[ext] ?? 'ass';
  return async (file) => {
    const { stdout } = await run('/usr/bin/ffmpeg', [
      '-v',
      'error',
      '-f',
      demuxer,
      '-i',
      file,
      '-f',
      'srt',
      '-',
    ]);
    return stdout
      .toString()
      .replaceAll('\r\n', '\n')
      .trim()
      .split(/\n\n(?=\d+\n\d\d:)/)
      .map((block) => {
        const [, times = '', ...lines] = block.split('\n');
        const [start = NaN, end = NaN] = times.split(' --> ').map((time) => milliseconds(time));
        // Removes the typeface and position tags that FFmpeg adds to SubRip, and unescapes braces. FFmpeg 7 writes `{`
        // as `\{{}`.
        const text = lines
          .join('\n')
          .replaceAll('\\{{}', '{')
          .replace(/<\/?font[^>]*>|\{\\an\d\}|\\(?=[{}])/g, '');
        return { start, end, text };
      });
  };
}

function milliseconds(time: string): number {
  const [hours = NaN, minutes = NaN, seconds = NaN] = time.replace(',', '.').split(':').map(Number);
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
}

/** Reads the cues of TTML with Python's XML parser. */
const timedText: SubtitleReader = async (file) => {
  const program = `import sys, json, xml.etree.ElementTree as tree
TT, TTS = '{http://www.w3.org/ns/ttml}', '{http://www.w3.org/ns/ttml#styling}'
def text(e):
    inside = (e.text or '') + ''.join(text(child) + (child.tail or '') for child in e)
    if e.tag == TT + 'br': return '\\n'
    if e.get(TTS + 'fontStyle') == 'italic': inside = f'<i>{inside}</i>'
    return f'<b>{inside}</b>' if e.get(TTS + 'fontWeight') == 'bold' else inside
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == TT + 'tt', root.tag
print(json.dumps([[p.get('begin'), p.get('end'), text(p)] for p in root.iterfind(f'{TT}body/{TT}div/{TT}p')]))`;
  const { stdout } = await python(program, [file]);
  const found = JSON.parse(stdout.toString()) as [string, string, string][];
  return found.map(([start, end, text]) => ({ start: milliseconds(start), end: milliseconds(end), text }));
};

/**
 * Reads LRC lyrics: the start times with ffprobe, and the words directly from the file. FFmpeg does not recognize that
 * a line without words ends the previous cue.
 */
const lyrics: SubtitleReader = async (file) => {
  const { stdout } = await run('/usr/bin/ffprobe', [
    ...[
      '-v',
      'error',
      '-f',
      'lrc',
      '-show_packets',
      '-show_entries',
      'packet=pts_time',
      '-of',
      'csv=p=0',
      file,
    ],
  ]);
  const times = stdout
    .toString()
    .trim()
    .split('\n')
    .map((time) => Math.round(Number(time) * 1000));
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  assert.equal(times.length, lines.length, 'lines that ffmpeg reads');
  return lines.flatMap((line, n) => {
    const text = line.replace(/^\[[\d:.]+\]/, '');
    return text ? [{ start: times[n] ?? NaN, end: times[n + 1] ?? NaN, text }] : [];
  });
};

/** Reads SBV. Each cue is a line with two times, followed by lines of text. Empty lines separate cues. */
const captions: SubtitleReader = async (file) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [times = '', ...lines] = block.split('\n');
      assert.match(times, /^\d:\d\d:\d\d\.\d{3},\d:\d\d:\d\d\.\d{3}$/);
      const [start = NaN, end = NaN] = times.split(',').map(milliseconds);
      return { start, end, text: lines.join('\n') };
    });

const readers: Readonly<Record<string, SubtitleReader>> = { ttml: timedText, lrc: lyrics, sbv: captions };

/** Checks the style in an ASS or SSA file: yellow on blue, at the top, and in the sample's typeface. */
async function checkStyle(file: string): Promise<void> {
  const style =
    /^Style: .*$/m
      .exec(await readFile(file, 'utf8'))?.[0]
      .trim()
      .split(',') ?? [];
  assert.deepEqual(style.slice(1, 3), ['DejaVu Serif', '21'], 'typeface');
  const isOld = style.length === 18;
  assert.deepEqual(
    [style[3], style[6]],
    isOld ? ['65535', '16711680'] : ['&H0000FFFF', '&H00FF0000'],
    'colours',
  );
  assert.equal(style[isOld ? 12 : 18], isOld ? '6' : '8', 'place');
}

/**
 * Checks the colour and position of the text. The text is yellow in the ASS, SSA and WebVTT samples, and at the top in
 * the ASS and SSA samples.
 */
async function checkLook(file: string, source: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if ([...scripts, 'vtt'].includes(source)) assert.match(text, /#ffff00|&H00FFFF&|<c\.yellow>/, 'colour');
  if (scripts.includes(source)) assert.match(text, /\{\\an8\}|\sline:0|displayAlign="before"/, 'place');
}

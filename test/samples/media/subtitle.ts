/**
 * Samples of subtitle formats with three cues, in the style of real programs, and with other usual content such as
 * comments and styles.
 */
import { writeFile } from 'node:fs/promises';
import type { SampleMakers } from '../samples.ts';

interface SampleCue {
  /** Start in milliseconds. Some formats keep only hundredths of a second. */
  start: number;
  end: number;
  /** The lines, with HTML tags for emphasis, but without HTML escapes. */
  lines: readonly string[];
}

/**
 * The cues of all subtitle samples. The cues end before the sample video ends, so that the video samples can also
 * contain them.
 */
export const cues: readonly SampleCue[] = [
  { start: 123, end: 956, lines: ['<i>At dawn</i> the café', 'opened its <b>shutters</b>.'] },
  { start: 1204, end: 1789, lines: ['Seven < eight & a {naïve} sailor from Ærø'] },
  { start: 1789, end: 2601, lines: ['2012', '<i>was a good year for 東京.</i>'] },
];

const bare = (line: string) => line.replace(/<\/?[ib]>/g, '');

/** Returns the text of the lines, without emphasis. */
export const cueTexts = () => cues.flatMap(({ lines }) => lines.map(bare));

function clock(milliseconds: number, mark: string, digits = 3): string {
  const fraction = 10 ** (3 - digits);
  const rounded = Math.round(milliseconds / fraction) * fraction;
  const text = new Date(rounded).toISOString().slice(11, 23).replace('.', mark);
  return digits === 3 ? text : text.slice(0, -1);
}

const srt = `\uFEFF${cues
  .map(({ start, end, lines }, n) =>
    [String(n + 1), `${clock(start, ',')} --> ${clock(end, ',')}`, ...lines, ''].join('\r\n'),
  )
  .join('\r\n')}\r\n`;

const escaped = (line: string) => line.replaceAll('&', '&amp;').replace(/<(?!\/?[ib]>)/g, '&lt;');

const vtt = [
  ...['WEBVTT - Protean Samples', '', 'STYLE', '::cue { color: yellow }', ''],
  ...['NOTE 00:00:00.000 --> 00:00:09.000', 'is a remark', ''],
  ...cues.flatMap(({ start, end, lines }, n) => [
    `cue-${n}`,
    // WebVTT allows times without hours.
    `${clock(start, '.').slice(3)} --> ${clock(end, '.')} line:85% align:center`,
    ...lines.map((line) =>
      n === 1 ? `<v Harbour master>${escaped(line)}</v>` : `<c.loud>${escaped(line)}</c>`,
    ),
    '',
  ]),
].join('\n');

const overridden = (line: string) =>
  line
    .replace(/[{}]/g, '\\$&')
    .replace(/<(\/?)([ib])>/g, (_, slash: string, name: string) => `{\\${name}${slash ? 0 : 1}}`);

interface Generation {
  type: string;
  styles: readonly string[];
  fields: string;
  first: string;
}

const script = ({ type, styles, fields, first }: Generation) =>
  [
    ...[
      '[Script Info]',
      '; made by hand',
      'Title: Protean Samples',
      `ScriptType: ${type}`,
      'PlayResY: 288',
      '',
    ],
    ...styles,
    ...['', '[Events]', `Format: ${fields}`],
    `Comment: ${first},0:00:00.00,0:00:09.00,Default,,0,0,0,,A remark, not said`,
    // The cues are in reverse order, which the format allows.
    ...cues
      .map(({ start, end, lines }, n) => {
        const times = `${clock(start, '.', 2).slice(1)},${clock(end, '.', 2).slice(1)}`;
        const text = lines.map(overridden).join('\\N');
        return `Dialogue: ${first},${times},Default,,0000,0000,0000,,${n === 1 ? '{\\fad(100,100)}' : ''}${text}`;
      })
      .reverse(),
    '',
  ].join('\r\n');

const ass = script({
  type: 'v4.00+',
  styles: [
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    'Style: Default,DejaVu Serif,21,&H0000FFFF,&H000000FF,&H00FF0000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,8,10,10,10,1',
  ],
  fields: 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  first: '0',
});

const ssa = script({
  type: 'v4.00',
  styles: [
    '[V4 Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
    'Style: Default,DejaVu Serif,21,65535,255,0,16711680,0,0,1,2,1,6,10,10,10,0,1',
  ],
  fields: 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  first: 'Marked=0',
});

/** Returns an LRC time stamp with minutes, seconds and hundredths of a second. */
const stamp = (milliseconds: number) => `[${clock(milliseconds, '.', 2).slice(3)}]`;

const lrc = [
  ...['[ti:Protean Samples]', '[ar:Nobody]', '[length:00:03]'],
  ...cues.flatMap(({ start, end, lines }, n) => {
    const gap = cues[n + 1]?.start === end ? [] : [stamp(end)];
    return [stamp(start) + lines.map(bare).join(' '), ...gap];
  }),
  '',
].join('\n');

/**
 * A TTML file with times relative to a parent element, emphasis by a named style and by attributes, and insignificant
 * white space.
 */
const ttml = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"
    xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
  <head><metadata><ttm:title>Protean Samples</ttm:title></metadata>
    <styling><style xml:id="leaning" tts:fontStyle="italic"/></styling></head>
  <body><div begin="100ms">
${cues
  .map(
    ({ start, end, lines }) => `    <p begin="${start - 100}ms" end="${clock(end - 100, '.')}">
      ${lines.map(spans).join('<br/>\n      ')}
    </p>`,
  )
  .join('\n')}
  </div></body>
</tt>
`;

function spans(line: string): string {
  return escaped(line)
    .replaceAll('<i>', '<span style="leaning">')
    .replaceAll('<b>', '<span tts:fontWeight="bold">')
    .replace(/<\/[ib]>/g, '</span>');
}

const sbv = cues
  .map(({ start, end, lines }) =>
    [`${clock(start, '.').slice(1)},${clock(end, '.').slice(1)}`, ...lines.map(bare), ''].join('\n'),
  )
  .join('\n');

/** Frames per second of European videos. */
export const frameRate = 25;

const frame = (milliseconds: number) => `{${Math.round((milliseconds * frameRate) / 1000)}}`;

/**
 * A MicroDVD file with the frame rate, a colour for the first line of each cue, italics for all further lines, and bold
 * for a whole cue.
 */
const sub = [
  `{1}{1}${frameRate}.000`,
  ...cues.map(({ start, end, lines }, n) => {
    const text = lines.map((line, row) => `${row === 0 ? '{c:$0000ff}' : '{y:i}'}${bare(line)}`).join('|');
    return `${frame(start)}${frame(end)}${n === 1 ? '{Y:b}' : ''}${text}`;
  }),
  '',
].join('\r\n');

export const contents: Readonly<Record<string, string>> = { srt, vtt, ass, ssa, lrc, ttml, sbv, sub };

export const subtitles: SampleMakers = Object.fromEntries(
  Object.entries(contents).map(
    ([ext, content]) => [ext, (file: string) => writeFile(file, content)] as const,
  ),
);

/** Documents that test traits: subtitles with colours, positions and emphasis, and a video with two subtitle tracks. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Format } from '@protean/formats/format.ts';
import { run } from '../../../samples/run.ts';
import type { DocumentTrait, TraitDocument } from '../trait-document.ts';

const isOf =
  (...exts: readonly string[]) =>
  (target: Format) =>
    exts.includes(target.ext);
const isSubtitle = (target: Format) => target.category === 'subtitle';

const words: readonly DocumentTrait[] = [
  {
    name: 'words',
    shown: ['red ferret speaks', 'above the water', 'slanted otter', 'two lines', 'of speech'],
  },
  { name: 'invented-words', hidden: ['unknown', 'untitled', 'an8', 'font color'] },
  { name: 'special-characters', shown: ['ampersand & less < more'.replace(/[&<]/g, ''), 'tick ✓ done'] },
];

/**
 * Traits that are searched for in the markup of a result. Each trait lists the spellings of all formats. For example, a
 * colour may be `&H0000FF&`, `#ff0000` or a class, and a position may be `an8` or `line:0`.
 */
const styles: readonly DocumentTrait[] = [
  {
    name: 'colour',
    shown: [['1c&H0000FF', 'c&H0000FF', 'ff0000', 'c.red', 'red cue', 'color red']],
    losesWith: ['screen', 'styling'],
    aside: true,
    on: isOf('ass', 'ssa', 'vtt', 'ttml', 'srt'),
  },
  {
    name: 'position',
    shown: [['an8', 'an7', 'line 0', 'line 5', 'line 10', 'before', 'displayAlign', 'a6']],
    losesWith: ['screen'],
    aside: true,
    on: isOf('ass', 'vtt', 'ttml', 'srt'),
  },
];

const srt = `1
00:00:01,000 --> 00:00:02,000
<font color="#ff0000">red ferret</font> speaks

2
00:00:03,000 --> 00:00:04,000
{\\an8}above the water

3
00:00:05,000 --> 00:00:06,000
<i>slanted</i> otter

4
00:00:07,000 --> 00:00:08,000
- two lines
- of speech

5
00:00:09,000 --> 00:00:10,000
ampersand & less < more, tick ✓ done
`;

const vtt = `WEBVTT

NOTE commentedout

STYLE
::cue(.loud) { color: #ff0000 }

1
00:00:01.000 --> 00:00:02.000
<c.red>red ferret</c> speaks

2
00:00:03.000 --> 00:00:04.000 line:0 position:20% align:start
above the water

3
00:00:05.000 --> 00:00:06.000
<v Ada><i>slanted</i> otter</v>

4
00:00:07.000 --> 00:00:08.000
- two lines
- of speech

5
00:00:09.000 --> 00:00:10.000
ampersand &amp; less &lt; more, tick ✓ done
`;

const ass = `[Script Info]
ScriptType: v4.00+
PlayResX: 384
PlayResY: 288

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Sans,20,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,commentedout
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\c&H0000FF&}red ferret{\\r} speaks
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\an8}above the water
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\i1}slanted{\\i0} otter
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,two lines\\Nof speech
Dialogue: 0,0:00:09.00,0:00:10.00,Default,,0,0,0,,ampersand & less < more, tick ✓ done
Dialogue: 0,0:00:11.00,0:00:12.00,Default,,0,0,0,,{\\p1}m 0 0 l 777 0 777 888{\\p0}
`;

const ttml = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en"><head><layout><region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%" tts:displayAlign="before"/></layout></head><body><div>
<p begin="00:00:01.000" end="00:00:02.000"><span tts:color="#ff0000">red ferret</span> speaks</p>
<p begin="00:00:03.000" end="00:00:04.000" region="top">above the water</p>
<p begin="00:00:05.000" end="00:00:06.000"><span tts:fontStyle="italic">slanted</span> otter</p>
<p begin="00:00:07.000" end="00:00:08.000">two lines<br/>of speech</p>
<p begin="00:00:09.000" end="00:00:10.000">ampersand &amp; less &lt; more, tick ✓ done</p>
</div></body></tt>
`;

/**
 * The subtitles in SubStation Alpha (SSA). SSA has other columns than ASS, and other numbers for alignments: `\a6`
 * instead of `\an8`.
 */
const ssa = ass
  .replace('v4.00+', 'v4.00')
  .replace('[V4+ Styles]', '[V4 Styles]')
  .replace(
    /^Format: Name, .*$/m,
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
  )
  .replace(/^Style: .*$/m, 'Style: Default,DejaVu Sans,20,16777215,16777215,0,0,0,0,1,1,0,2,10,10,10,0,1')
  .replace('Format: Layer,', 'Format: Marked,')
  .replaceAll('Dialogue: 0,', 'Dialogue: Marked=0,')
  .replace('Comment: 0,', 'Comment: Marked=0,')
  .replace('\\an8', '\\a6');

const microDvd = `{1}{1}25
{25}{50}{C:$0000FF}red ferret speaks
{75}{100}above the water
{125}{150}{y:i}slanted otter
{175}{200}two lines|of speech
{225}{250}ampersand & less < more, tick ✓ done
`;

const lyrics = `[ti:Titled harbour]
[00:01.00]red ferret speaks
[00:03.00]above the water
[00:05.00]<00:05.00>slanted <00:05.50>otter
[00:07.00]two lines of speech
[00:09.00]ampersand & less < more, tick ✓ done
`;

const youTube = `0:00:01.000,0:00:02.000
red ferret speaks

0:00:03.000,0:00:04.000
above the water

0:00:05.000,0:00:06.000
slanted otter

0:00:07.000,0:00:08.000
two lines
of speech

0:00:09.000,0:00:10.000
ampersand & less < more, tick ✓ done
`;

const spoken = (ext: string, content: string, more: readonly DocumentTrait[] = []): TraitDocument => ({
  name: `subtitle-${ext}`,
  ext,
  traits: [...words, ...more],
  write: (file) => writeFile(file, content),
});

const hiddenOf = (...hidden: readonly string[]): DocumentTrait => ({ name: 'hidden-text', hidden });

const subtitle = (ext: string, content: string, more: readonly DocumentTrait[] = []): TraitDocument =>
  spoken(ext, content, [...styles, ...more]);

/** Writes a video of 1 second with an English and a German subtitle track. */
async function writeVideo(file: string): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-trait-'));
  try {
    const track = async (name: string, text: string) => {
      const written = path.join(dir, name);
      await writeFile(written, `1\n00:00:00,100 --> 00:00:00,900\n${text}\n`);
      return written;
    };
    const [english, german] = [
      await track('en.srt', 'english ferret'),
      await track('de.srt', 'deutscher otter'),
    ];
    await run('/usr/bin/ffmpeg', [
      ...[
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        'color=size=64x64:rate=5:duration=1',
        '-i',
        english,
        '-i',
        german,
      ],
      ...['-map', '0', '-map', '1', '-map', '2', '-c:v', 'mpeg4', '-c:s', 'srt'],
      ...['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=deu', '-f', 'matroska', file],
    ]);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export const subtitleDocuments: readonly TraitDocument[] = [
  subtitle('srt', srt),
  subtitle('vtt', vtt, [hiddenOf('commentedout')]),
  subtitle('ass', ass, [hiddenOf('commentedout', '777')]),
  subtitle('ssa', ssa, [hiddenOf('commentedout', '777')]),
  subtitle('ttml', ttml),
  spoken('sub', microDvd),
  spoken('lrc', lyrics),
  spoken('sbv', youTube),
  {
    name: 'two-tracks',
    ext: 'mkv',
    traits: [
      {
        name: 'subtitle-tracks',
        shown: ['english ferret', 'deutscher otter'],
        on: isSubtitle,
        warnings: ['tracks_left_out'],
      },
    ],
    write: writeVideo,
  },
];

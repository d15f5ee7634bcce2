/**
 * Tests that engines restrict their tools: which formats and decoders a tool may use, which files it may read, and
 * which programs it may run. The restrictions of engines apply in addition to the sandbox.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { edgesOf } from '../../packages/server/src/convert/catalogue/edges.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { commandsOf, programsOf } from '@protean/engines/contract/engine.ts';
import { decoders } from '../../packages/engines/tools/ffmpeg/streams/decoders.ts';
import {
  ffmpeg,
  ffmpegOfList,
  ffmpegOfSeveral,
  ffprobe,
  ffprobeCodings,
  ffprobeInfo,
  ffprobeTags,
  strictFfmpeg,
} from '../../packages/engines/tools/ffmpeg/command.ts';
import { audioSources, videoSources } from '../../packages/engines/tools/ffmpeg/streams/sources.ts';
import { ghostscript } from '../../packages/engines/tools/ghostscript/index.ts';
import { engines } from '@protean/engines';
import { pandoc } from '../../packages/engines/tools/pandoc/index.ts';
import { sandboxStep } from '../support/server/sandbox-step.ts';

const edges = edgesOf(engines);

/** Demuxers that follow references from the input to other files, or that use the network. */
const lists = [
  'hls',
  'concat',
  'dash',
  'sdp',
  'rtsp',
  'image2',
  'tedcaptions',
  'lavfi',
  'webm_dash_manifest',
  'imf',
];

test('allows ffmpeg to use only the demuxer of the source format and the protocols "file" and "pipe"', () => {
  for (const [ext, source] of Object.entries({ ...audioSources, ...videoSources })) {
    assert.ok(!lists.includes(source.demuxer), ext);
    for (const command of [ffprobe(source, 'in'), ffmpeg(source, 'in', ['out'])]) {
      const valueOf = (flag: string) => command[command.indexOf(flag) + 1];
      assert.equal(valueOf('-protocol_whitelist'), 'file,pipe', ext);
      assert.ok(
        valueOf('-format_whitelist')
          ?.split(',')
          .includes(source.demuxer.split(',')[0] ?? ''),
        ext,
      );
      assert.equal(valueOf('-f'), source.demuxer, ext);
      assert.ok(command.indexOf('-f') < command.indexOf('-i'), ext);
    }
  }
});

test('every ffmpeg command restricts ffmpeg to the same list of decoders', () => {
  const sources = { ...audioSources, ...videoSources };
  const commands = Object.values(sources).flatMap((source) => [
    ffprobe(source, 'in'),
    ffmpeg(source, 'in', ['out']),
    ffmpegOfSeveral(source, ['in'], ['out']),
    ffprobeTags(source, 'in'),
    ffprobeInfo(source, 'in'),
    ffprobeCodings(source, 'in'),
  ]);
  for (const command of [...commands, ffmpegOfList('list', ['out'])]) {
    const flag = command.indexOf('-codec_whitelist');
    assert.ok(flag >= 0 && flag < command.indexOf('-i'), command.join(' '));
    assert.equal(command[flag + 1], decoders.join(','));
  }
  assert.ok(strictFfmpeg.includes('-codec_whitelist'));
  assert.equal(new Set(decoders).size, decoders.length);
  for (const unlisted of ['magicyuv', 'vqavideo', 'ansi', 'librsvg', 'sanm'])
    assert.ok(!decoders.includes(unlisted));
});

test('allows Ghostscript to read only its input folder, and limits how long PostScript may run', () => {
  for (const [from, to] of [
    ['ps', 'pdf'],
    ['eps', 'png'],
    ['ai', 'pdf'],
    ['pdf', 'ps'],
  ] as const) {
    const command =
      commandsOf(ghostscript, sandboxStep(from, to)).find((words) => words.includes('gs')) ?? [];
    assert.ok(
      command.includes('-dSAFER') && command.includes(`--permit-file-read=${sandboxPaths.input}/`),
      from,
    );
    assert.equal(command[0] === 'timeout', from !== 'pdf', from);
  }
});

test('runs pandoc with --sandbox for every input format that can refer to files', () => {
  const own = `${sandboxPaths.engines}/tools/pandoc/filters/markdown_reader.lua`;
  for (const { from, to } of edges.filter(({ engine }) => engine === 'pandoc')) {
    for (const command of commandsOf(pandoc, sandboxStep(from, to))
      .flatMap(programsOf)
      .filter(([program]) => program === 'pandoc')) {
      const reads = command[command.indexOf('-f') + 1];
      const isSafe = command.includes('--sandbox') || reads === 'json' || reads === own || from === 'txt';
      assert.ok(isSafe, `${from} to ${to}`);
    }
  }
  const [, reading = [], writing = []] = commandsOf(pandoc, sandboxStep('org', 'docx'));
  assert.ok(reading.includes(`--lua-filter=${sandboxPaths.engines}/tools/pandoc/filters/self_contained.lua`));
  assert.equal(writing.at(-1), reading[reading.indexOf('-o') + 1]);
});

/** Formats that no engine may read, because their files are programs or contain only references to other files. */
const never = [
  'mvg',
  'msl',
  'recipe',
  'opf',
  'm3u8',
  'ffconcat',
  'mpd',
  'sdp',
  'ttx',
  'sfd',
  'designspace',
  'plugin',
  'sql',
];

test('no engine reads formats that contain programs or lists of other files', () => {
  assert.deepEqual(
    edges.filter(({ from }) => never.includes(from)).map(({ from, engine }) => `${engine} reads ${from}`),
    [],
  );
});

test('ImageMagick reads no vector drawings or documents, and its policy forbids delegates', () => {
  const read = new Set(edges.filter(({ engine }) => engine === 'imagemagick').map(({ from }) => from));
  assert.deepEqual(
    ['svg', 'svgz', 'ps', 'eps', 'pdf', 'xps', 'html', 'txt', 'emf', 'wmf'].filter((ext) => read.has(ext)),
    [],
  );
  const policy = readFileSync(
    new URL('../../packages/engines/tools/imagemagick/policy/policy.xml', import.meta.url),
    'utf8',
  );
  for (const domain of ['delegate', 'filter', 'coder']) {
    assert.match(policy, new RegExp(`<policy domain="${domain}" rights="none" pattern="\\*"/>`));
  }
  assert.match(policy, /<policy domain="path" rights="none" pattern="@\*"\/>/);
  assert.doesNotMatch(
    policy,
    /rights="read[^>]*(?:MVG|MSL|SVG|TEXT|URL|HTTPS?|PS|PDF|EPHEMERAL|LABEL|CAPTION)[,}]/,
  );
});

test('SVG is read only by engines that do not fetch linked files', () => {
  const readers = new Set(
    edges.filter(({ from }) => from === 'svg' || from === 'svgz').map(({ engine }) => engine),
  );
  // None of the engines that read SVG fetches a linked file: `resvg` removes the links, `rsvg` and `potrace` use
  // librsvg, which fetches no files, `libreoffice` does not update links, and `metadata` only rewrites tags.
  assert.deepEqual([...readers].sort(), ['libreoffice', 'metadata', 'potrace', 'resvg', 'rsvg']);
});

test('starts LibreOffice with a profile that disables macros, links and Java', () => {
  const profile = readFileSync(
    new URL('../../packages/engines/tools/libreoffice/user_profile.py', import.meta.url),
    'utf8',
  );
  for (const setting of [
    "'MacroSecurityLevel', 3",
    "'DisableMacrosExecution', True",
    "'BlockUntrustedRefererLinks', True",
    "'Enable', False",
  ]) {
    assert.ok(profile.includes(setting), setting);
  }
});

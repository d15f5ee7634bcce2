/**
 * Scores how correctly the engines resvg and Chromium draw SVG. Usage: svg-score.ts FOLDER. FOLDER has a subfolder for
 * each category of SVG features. Each subfolder has pairs of a drawing `NAME.svg` and its expected picture `NAME.png`.
 * A drawing passes if at most 0.5% of the pixels differ by more than 30 (of 255) after both pictures are scaled down by
 * a factor of 5. Skips drawings for which the suite specifies no result. `--fonts` lists folders of fonts, separated by
 * commas, to use instead of the machine's fonts. `--every N` tests every Nth pair. `--only TEXT` tests only the
 * drawings with TEXT in their path. `--engine` selects `resvg` or `chromium` for all drawings. `--keep FOLDER` keeps
 * the pictures and the scores in FOLDER. The engines run outside the sandbox, because a sandbox has only the machine's
 * fonts.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { PictureStep } from '../../packages/engines/tools/sharp/picture.ts';
import { differing } from './svg-difference.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fonts: { type: 'string' },
    every: { type: 'string', default: '1' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    engine: { type: 'string' },
  },
});
const [suite = '.'] = positionals;
const scratch = await mkdtemp(path.join(tmpdir(), 'protean-svg-'));
const keep = values.keep ?? scratch;
await mkdir(keep, { recursive: true });
const env = values.fonts ? { FONTCONFIG_FILE: await fontsFile(values.fonts.split(',')) } : {};
// Sets the variables before the imports below, because the engines read the list of fonts on import.
Object.assign(process.env, env);
const { drawAsPng } = await import('../../packages/engines/tools/resvg/draw.ts');
const { pictureFeatures } = await import('../../packages/engines/tools/resvg/features.ts');
const { CurrentBrowser } = await import('../../packages/engines/tools/chromium/current-browser.ts');
const { drawDrawing } = await import('../../packages/engines/tools/chromium/drawings/drawing.ts');
const { Page } = await import('../../packages/engines/tools/chromium/page.ts');
// The code of an engine may call `process.exit` when it refuses a file. In this script, `process.exit` throws an error
// instead of ending the process, so that the test continues with the next drawing.
process.exit = () => {
  throw new Error('refused');
};

/**
 * In the resvg test suite, the title of a drawing contains `(UB)`, for undefined behaviour, if no result is specified
 * for the drawing.
 */
const undefinedResult = /<title>[^<]*\(UB\)/;
const names = (await readdir(suite, { recursive: true })).filter((name) => name.endsWith('.svg')).sort();
const scores = new Map<string, { passed: number; all: number; ms: number }>();
const rows: string[] = [];
const browsers = new CurrentBrowser(path.join(scratch, 'browser'), env);
try {
  for (const [n, name] of names.entries()) {
    if (n % Number(values.every) !== 0 || !name.includes(values.only)) continue;
    const expected = await readFile(path.join(suite, name.replace(/svg$/, 'png')));
    if (undefinedResult.test(await readFile(path.join(suite, name), 'latin1'))) continue;
    const { width, height } = await sharp(expected).metadata();
    const output = path.join(keep, `${name.replaceAll(/[/#]/g, '_')}.png`);
    const began = performance.now();
    const engine = await draw(path.join(suite, name), { width, height }, output);
    const ms = performance.now() - began;
    const share = await differing(expected, output).catch(() => 1);
    const category = name.split('/')[0] ?? '';
    const score = scores.get(category) ?? { passed: 0, all: 0, ms: 0 };
    const hasPassed = share <= 0.005;
    scores.set(category, { passed: score.passed + Number(hasPassed), all: score.all + 1, ms: score.ms + ms });
    rows.push([hasPassed ? 'pass' : 'fail', share.toFixed(4), engine, name].join('\t'));
  }
} finally {
  await browsers.end();
  if (values.keep) await writeFile(path.join(keep, 'scores.tsv'), `${rows.join('\n')}\n`);
  await rm(scratch, { recursive: true, force: true });
}
const total = { passed: 0, all: 0, ms: 0 };
for (const [category, score] of [...scores].sort()) {
  print(category, score);
  for (const key of ['passed', 'all', 'ms'] as const) total[key] += score[key];
}
print('all', total);

function print(name: string, { passed, all, ms }: typeof total): void {
  console.log(`${name} ${passed} of ${all}: ${(passed / all).toFixed(3)}, ${(ms / all).toFixed(0)} ms each`);
}

/**
 * Draws `input` as the picture `output`, and returns the name of the engine. Writes no picture if the engine refuses
 * the drawing.
 */
async function draw(input: string, size: { width: number; height: number }, output: string): Promise<string> {
  const file = await withLinked(input);
  const step: PictureStep = {
    ...{ from: 'svg', to: 'png', input: file, output, outputDir: scratch, work: scratch, holds: ['alpha'] },
    options: { ...size, fit: 'fill' },
  };
  const isBrowser = values.engine
    ? values.engine === 'chromium'
    : pictureFeatures(await readFile(file)).length > 0;
  try {
    await rm(output, { force: true });
    if (!isBrowser) await drawAsPng(step, output);
    else {
      const page = await Page.open(browsers.browser);
      await drawDrawing(step, page);
      await page.close();
    }
  } catch {
    // A refused drawing counts as failed, because its output is missing.
  }
  return isBrowser ? 'chromium' : 'resvg';
}

/**
 * Returns the path of a copy of the drawing in which the linked files are embedded. Returns `input` if the drawing has
 * no links or the files cannot be embedded.
 */
async function withLinked(input: string): Promise<string> {
  const text = await readFile(input, 'latin1');
  if (!/<\?xml-stylesheet|@import|<(?:image|feImage|use)\b[^>]*href="(?!#|data:|\w+:)[^"]/.test(text))
    return input;
  const embedded = path.join(scratch, 'embedded.svg');
  const folder = path.dirname(path.resolve(suite));
  const script = fileURLToPath(new URL('svg_embedded.py', import.meta.url));
  const names = [folder, path.relative(folder, path.resolve(input)), embedded];
  const { status } = spawnSync('/usr/bin/python3', [script, ...names], {
    env: { PYTHONPATH: fileURLToPath(new URL('../../packages', import.meta.url)) },
    stdio: 'ignore',
  });
  return status === 0 ? embedded : input;
}

/**
 * Writes a fontconfig configuration that finds only the fonts in `folders`. The configuration maps generic families
 * such as `serif` to the fonts that the resvg test suite expects. Returns the path of the configuration.
 */
async function fontsFile(folders: readonly string[]): Promise<string> {
  const families = Object.entries({
    ...{ serif: 'Noto Serif', 'sans-serif': 'Noto Sans', monospace: 'Noto Mono' },
    ...{ cursive: 'Yellowtail', fantasy: 'Sedgwick Ave Display', 'Times New Roman': 'Noto Sans' },
  }).map(
    ([name, family]) =>
      `<alias binding="strong"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  const plain =
    '<match target="pattern"><edit name="hinting" mode="assign"><bool>false</bool></edit><edit name="hintstyle" mode="assign"><const>hintnone</const></edit></match>';
  const file = path.join(scratch, 'fonts.conf');
  const cache = path.join(scratch, 'fonts');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig>${folders.map((folder) => `<dir>${path.resolve(folder)}</dir>`).join('')}<cachedir>${cache}</cachedir>${families.join('')}${plain}</fontconfig>`,
  );
  return file;
}

/** With `combine=true`, several files become one file in the given order and count as one conversion (contract §3.12). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { run, python } from '../../samples/run.ts';
import { Samples } from '../../samples/samples.ts';
import { accepted, ended, submit } from '../../support/jobs/jobs.ts';
import type { Customer, TestApp } from '../../support/server/test-app.ts';
import { ask, busy, openTestApp, usageOf } from '../../support/server/test-app.ts';

type Fields = readonly (readonly [string, File | string])[];

let app: TestApp;
let customer: Customer;
const dir = await mkdtemp(path.join(tmpdir(), 'protean-combine-'));
const samples = new Samples(dir);
before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});
after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const file = (content: string | Buffer<ArrayBuffer>, name: string) =>
  ['file', new File([content], name)] as const;
const together = (target: string, ...files: Fields): Fields => [
  ...files,
  ['target', target],
  ['combine', 'true'],
];

async function sample(ext: string, name = `sample.${ext}`) {
  return file(await readFile(await samples.get(ext)), name);
}

const combine = (fields: Fields, who = customer) => ask(app, '/v1/convert', who, { fields });

/** Combines the files, checks that the result has the name combined.TARGET, saves the result, and returns its path. */
async function combined(target: string, ...fields: Fields): Promise<string> {
  const { status, headers, body, error } = await combine(together(target, ...fields));
  assert.equal(status, 200, error.message);
  assert.equal(headers.get('content-disposition'), `attachment; filename="combined.${target}"`);
  const result = path.join(dir, `result.${target}`);
  await writeFile(result, body);
  return result;
}

const said = async (program: string, ...args: string[]) => (await run(program, args)).stdout.toString();

test('combines a text file, a picture, a table and a pdf into one pdf', async () => {
  const who = await app.customer('hobby', busy);
  const fields = together(
    'pdf',
    file('First words', 'a.txt'),
    await sample('png', 'b.png'),
    file('x,y\nsecond,3\n', 'c.csv'),
    await sample('pdf', 'd.pdf'),
  );
  const { status, body, error } = await combine(fields, who);
  assert.equal(status, 200, error.message);
  const result = path.join(dir, 'all.pdf');
  await writeFile(result, body);
  const text = (await said('pdftotext', result, '-')).split('\f');
  assert.match(text[0] ?? '', /First words/);
  assert.equal(text[1]?.trim(), '', 'a picture has no text');
  assert.match(text[2] ?? '', /second/);
  const own = Number(/Pages: +(\d+)/.exec(await said('pdfinfo', await samples.get('pdf')))?.[1]);
  assert.equal(Number(/Pages: +(\d+)/.exec(await said('pdfinfo', result))?.[1]), 3 + own);
  assert.equal((await usageOf(app, who))['used'], 1);
});

test('combines pictures and a pdf into a tiff with one page per picture or pdf page', async () => {
  const result = await combined('tiff', await sample('png'), await sample('jpg'), await sample('pdf'));
  const sizes = (await said('identify', '-format', '%wx%h\n', result)).trim().split('\n');
  const [png, jpg] = await Promise.all(
    ['png', 'jpg'].map(async (ext) => said('identify', '-format', '%wx%h', await samples.get(ext))),
  );
  assert.deepEqual(sizes.slice(0, 2), [png, jpg]);
  const pages = Number(/Pages: +(\d+)/.exec(await said('pdfinfo', await samples.get('pdf')))?.[1]);
  assert.equal(sizes.length, 2 + pages);
});

test('combines pictures of different sizes into a gif and keeps the frame delays', async () => {
  const result = await combined('gif', await sample('png'), await sample('gif'), await sample('jpg'));
  const read = `
import json, sys
from PIL import Image, ImageSequence
frames = lambda name: [frame.info.get('duration') for frame in ImageSequence.Iterator(Image.open(name))]
print(json.dumps([frames(name) for name in sys.argv[1:]]))`;
  const { stdout } = await python(read, [result, await samples.get('gif')]);
  const [frames = [], moving = []] = JSON.parse(stdout.toString()) as number[][];
  assert.deepEqual(frames, [1000, ...moving, 1000]);
});

const seconds = async (media: string) =>
  Number(await said('ffprobe', '-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', media));

for (const target of ['wav', 'flac', 'mp3']) {
  test(`combines wav, mp3 and flac recordings into one ${target} with the total length of the recordings`, async () => {
    const result = await combined(target, await sample('wav'), await sample('mp3'), await sample('flac'));
    const each = await Promise.all(
      ['wav', 'mp3', 'flac'].map(async (ext) => seconds(await samples.get(ext))),
    );
    const sum = each.reduce((all, one) => all + one, 0);
    assert.ok(Math.abs((await seconds(result)) - sum) < 0.2, `${await seconds(result)} of ${sum} seconds`);
  });
}

for (const target of ['mkv', 'mp4']) {
  test(`combines videos into one ${target} with sound, even if one video is silent`, async () => {
    const result = await combined(target, await sample('mp4'), await sample('gif'), await sample('webm'));
    const parts = await Promise.all(
      ['mp4', 'gif', 'webm'].map(async (ext) => seconds(await samples.get(ext))),
    );
    const sum = parts.reduce((all, one) => all + one, 0);
    assert.ok(Math.abs((await seconds(result)) - sum) < 0.5, `${await seconds(result)} of ${sum} seconds`);
    const streams = await said(
      'ffprobe',
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type,width,height',
      '-of',
      'csv=p=0',
      result,
    );
    const first = await said(
      'ffprobe',
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width,height',
      '-of',
      'csv=p=0',
      await samples.get('mp4'),
    );
    assert.deepEqual(streams.trim().split('\n').sort(), ['audio', `video,${first.trim()}`]);
  });
}

const hevc = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le'];
const gray = 'color=0x808080:s=128x96:r=10:d=1';

/** FFmpeg arguments that make test videos with different colour declarations. */
const grayVideos: Readonly<Record<string, readonly string[]>> = {
  limited: ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709'],
  full: ['-vf', 'scale=out_color_matrix=bt601:out_range=pc,format=yuv420p', '-color_range', 'pc'],
  red601: ['-vf', 'scale=out_color_matrix=bt601,format=yuv420p', '-colorspace', 'smpte170m'],
  red709: ['-vf', 'scale=out_color_matrix=bt709,format=yuv420p', '-colorspace', 'bt709'],
  hdr: [
    '-vf',
    'format=gbrpf32le,zscale=tin=iec61966-2-1:pin=bt709:min=gbr:t=smpte2084:p=bt2020:m=bt2020nc:r=tv:npl=203,format=yuv420p10le',
    ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc', ...hevc],
  ],
};

async function videoOf(kind: string) {
  const name = `${kind}.mkv`;
  const colour = kind.startsWith('red') ? gray.replace('0x808080', '0xc04020') : gray;
  const made = path.join(dir, name);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', colour, ...(grayVideos[kind] ?? []), made]);
  return file(await readFile(made), name);
}

/**
 * Returns the colour in the middle of the frame at `time`. Decodes the frame with the colour encoding that the stream
 * declares.
 */
async function colourAt(video: string, time: string): Promise<number[]> {
  const { stdout } = await run('ffmpeg', [
    ...['-v', 'error', '-ss', time, '-i', video, '-frames:v', '1', '-vf', 'crop=2:2:64:48,scale=1:1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
  ]);
  return [...stdout];
}

for (const [kinds, colour, isReduced] of [
  [['limited', 'full'], [128, 128, 128], false],
  [['red601', 'red709'], [192, 64, 32], false],
  [['red709', 'red601'], [192, 64, 32], false],
  [['limited', 'hdr'], [128, 128, 128], true],
  [['hdr', 'limited'], [128, 128, 128], true],
] as const)
  test(`combines videos with the colour encodings ${kinds.join(' and ')} without changing their colours`, async () => {
    const parts = await Promise.all(kinds.map(videoOf));
    for (const target of ['mkv', 'mp4']) {
      const { status, headers, body, error } = await combine(together(target, ...parts));
      assert.equal(status, 200, error.message);
      const result = path.join(dir, `alike.${target}`);
      await writeFile(result, body);
      for (const time of ['0.5', '1.5']) {
        const found = await colourAt(result, time);
        const off = Math.max(...colour.map((value, n) => Math.abs(value - (found[n] ?? -999))));
        assert.ok(off <= 5, `${target} at ${time}: ${found.join()}`);
      }
      assert.equal(/hdr_reduced/.test(headers.get('x-conversion-warnings') ?? ''), isReduced, target);
    }
  });

test('combines tables into a workbook with unchanged cells and sheets named after the files', async () => {
  const book = `
import datetime, sys, openpyxl
from openpyxl.styles import Font
book = openpyxl.Workbook()
sheet = book.active
sheet.title = 'Data'
sheet.append(['Price', datetime.date(2026, 1, 2)])
sheet.append([1.5, True])
sheet['A1'].font = Font(bold=True, color='FFAA0000')
sheet['A2'].number_format = '0.00'
sheet.column_dimensions['A'].width = 33
sums = book.create_sheet('Sums')
sums['A1'] = '=SUM(Data!A2:A2)*2'
book.save(sys.argv[1])`;
  await python(book, [path.join(dir, 'made.xlsx')]);
  // LibreOffice stores the results of the formulas, as Excel does.
  const calculated = await ask(app, '/v1/convert', customer, {
    fields: [file(await readFile(path.join(dir, 'made.xlsx')), 'made.xlsx'), ['target', 'ods']],
  });
  await writeFile(path.join(dir, 'made.ods'), calculated.body);
  const result = await combined(
    'xlsx',
    file('name,n\nx,007\ny,12\n', 'north/sales.csv'),
    file('name,n\nz,3\n', 'south/Sales.csv'),
    file(await readFile(path.join(dir, 'made.ods')), 'a very long name of a workbook.ods'),
    file(await readFile(path.join(dir, 'made.xlsx')), 'made [1].xlsx'),
    file('[{"a":1.25,"b":"text"}]', 'rows.json'),
  );
  const read = `
import json, sys, openpyxl
tell = lambda value: value.isoformat() if hasattr(value, 'isoformat') else value
books = [openpyxl.load_workbook(sys.argv[1], data_only=only) for only in (False, True)]
cells = [{sheet.title: [[tell(cell.value) for cell in row] for row in sheet] for sheet in book} for book in books]
data = books[0].worksheets[4]
style = [data['A1'].font.b, data['A1'].font.color.rgb, data['A2'].number_format, data.column_dimensions['A'].width]
print(json.dumps([*cells, style]))`;
  const { stdout } = await python(read, [result]);
  const [formulas = {}, results = {}, style] = JSON.parse(stdout.toString()) as [
    Record<string, unknown[][]>,
    Record<string, unknown[][]>,
    unknown[],
  ];
  const names = Object.keys(formulas);
  assert.deepEqual(names, [
    'sales',
    'Sales (2)',
    'a very long name of a wo - Data',
    'a very long name of a wo - Sums',
    'made _1_ - Data',
    'made _1_ - Sums',
    'rows',
  ]);
  assert.ok(names.every((name) => name.length <= 31));
  assert.deepEqual(formulas['Sales (2)'], [
    ['name', 'n'],
    ['z', 3],
  ]);
  assert.deepEqual(formulas['made _1_ - Data'], [
    ['Price', '2026-01-02T00:00:00'],
    [1.5, true],
  ]);
  assert.deepEqual(formulas['made _1_ - Sums'], [["=SUM('made _1_ - Data'!A2:A2)*2"]]);
  assert.deepEqual(results['a very long name of a wo - Sums'], [[3]]);
  assert.deepEqual(formulas['rows'], [
    ['a', 'b'],
    [1.25, 'text'],
  ]);
  assert.deepEqual(style, [true, 'FFAA0000', '0.00', 33]);
});

test('combines videos with the same encoding without re-encoding them', async () => {
  const video = await sample('mp4', 'a.mp4');
  const other = await sample('mp4', 'b.mp4');
  const hashes = async (media: string) =>
    (
      await said(
        'ffprobe',
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_packets',
        '-show_data_hash',
        'sha256',
        '-of',
        'csv=p=0',
        '-show_entries',
        'packet=data_hash',
        media,
      )
    )
      .trim()
      .split('\n');
  const single = await samples.get('mp4');
  const own = await hashes(single);
  const mkv = await combined('mkv', video, other);
  assert.deepEqual(await hashes(mkv), [...own, ...own], 'the same packets of pictures, twice');
  assert.ok(Math.abs((await seconds(mkv)) - 2 * (await seconds(single))) < 0.2);
  const mp4 = await combined('mp4', video, other);
  assert.equal((await hashes(mp4)).length, 2 * own.length);
  await run('ffmpeg', ['-v', 'error', '-xerror', '-i', mp4, '-f', 'null', '-']);
});

test('combines files of any type into a tar.gz without changing their content', async () => {
  const result = await combined(
    'tar.gz',
    file('one', 'a/x.bin'),
    file('two', 'a/x.bin'),
    file('three', '../../etc/passwd'),
  );
  assert.deepEqual((await said('tar', '-tzf', result)).trim().split('\n').sort(), [
    'a/x (2).bin',
    'a/x.bin',
    'etc/passwd',
  ]);
  assert.equal(await said('tar', '-xzOf', result, 'a/x (2).bin'), 'two');
});

test('combines pictures into a cbz comic book', async () => {
  const result = await combined('cbz', await sample('png', '1.png'), await sample('jpg', '2.jpg'));
  assert.match(await said('bsdtar', '-tf', result), /1\.png[\s\S]*2\.jpg/);
});

test('the option "paper" applies to every file that is combined into a pdf', async () => {
  const result = await combined(
    'pdf',
    ...together('', file('# One', 'a.md'), file('# Two', 'b.md')).slice(0, 2),
    ['paper', 'a5'],
  );
  const sizes = (await said('pdfinfo', '-l', '9', result))
    .match(/size: +[\d.]+ x [\d.]+/g)
    ?.map((line) => line.slice(-20));
  assert.equal(sizes?.length, 2);
  assert.ok(
    sizes?.every((size) => / 4(19|20)/.test(size)),
    String(sizes),
  );
});

test('a job can combine several files, and is charged as one conversion', async () => {
  const who = await app.customer('hobby', busy);
  const fields = together('pdf', file('One', 'a.txt'), file('Two', 'b.txt'));
  const record = await ended(app, who, await accepted(submit(app, who, fields)));
  assert.equal(record.status, 'completed', JSON.stringify(record.error));
  const link = String(record.result?.file_url).replace('localhost', '127.0.0.1');
  await writeFile(path.join(dir, 'job.pdf'), Buffer.from(await (await fetch(link)).arrayBuffer()));
  const pages = (await said('pdftotext', path.join(dir, 'job.pdf'), '-')).split('\f');
  assert.equal(pages.map((page) => page.trim()).join('|'), 'One|Two|');
  assert.equal((await usageOf(app, who))['used'], 1);
});

test('a request to combine a single file converts the file as usual', async () => {
  const { status, headers } = await combine(together('yaml', file('{"a":1}', 'a.json')));
  assert.deepEqual([status, headers.get('content-disposition')], [200, 'attachment; filename="a.yaml"']);
});

const refusals: Readonly<Record<string, { fields: Fields; status: number; field?: string; name?: string }>> =
  {
    'a target that cannot contain several files': {
      fields: together('docx', file('a', 'a.txt'), file('b', 'b.txt')),
      ...{ status: 400, field: 'combine' },
    },
    'a value that is not true or false': {
      fields: [file('a', 'a.txt'), file('b', 'b.txt'), ['target', 'pdf'], ['combine', 'perhaps']],
      ...{ status: 400, field: 'combine' },
    },
    'an option that no file accepts': {
      fields: [...together('pdf', file('a', 'a.txt'), file('b', 'b.txt')), ['fps', '3']],
      ...{ status: 400, field: 'fps' },
    },
    'an empty file, with its name': {
      fields: together('pdf', file('a', 'a.txt'), file('', 'b.txt')),
      ...{ status: 400, name: 'b.txt' },
    },
    'a broken file, with its name': {
      fields: together('pdf', file('a', 'a.txt'), file('{"a":', 'in/b.docx')),
      ...{ status: 400, name: 'in/b.docx' },
    },
    'a file that the target does not support, with its name': {
      fields: together('mp3', file('a', 'a.txt'), file('b', 'b.txt')),
      ...{ status: 422, name: 'a.txt' },
    },
  };
for (const [what, { fields, status, field, name }] of Object.entries(refusals)) {
  test(`a request to combine files is refused and not charged: ${what}`, async () => {
    const who = await app.customer('hobby', busy);
    const answer = await combine(fields, who);
    assert.equal(answer.status, status, answer.body.toString());
    if (field) assert.equal(answer.error.details?.['field'], field);
    assert.equal(answer.error.details?.['name'], name);
    if (name) assert.ok(answer.error.message?.startsWith(`${name}: `), answer.error.message);
    assert.equal((await usageOf(app, who))['used'], 0);
  });
}

/**
 * Presentations made from text documents show all the text. Long content continues on further slides, and pictures in
 * the middle of a paragraph are kept.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '../../samples/pictures/image-png.ts';
import { picture } from '../../samples/pictures/picture.ts';
import { python } from '../../samples/run.ts';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

/** Returns the text and the number of pictures of each slide. */
async function slidesOf(body: Buffer): Promise<{ text: string; pictures: number }[]> {
  const program = `
import io, json, re, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
names = sorted((name for name in archive.namelist() if re.fullmatch(r'ppt/slides/slide\\d+\\.xml', name)), key=lambda name: int(re.search(r'\\d+', name)[0]))
slides = [archive.read(name).decode() for name in names]
print(json.dumps([{'text': ' '.join(re.findall(r'<a:t>([^<]*)</a:t>', one)), 'pictures': one.count('<p:pic>')} for one in slides]))
`;
  return JSON.parse((await python(program, [], body)).stdout.toString()) as {
    text: string;
    pictures: number;
  }[];
}

for (const ext of ['md', 'html'])
  test(`continues a long list from ${ext} on more slides with the same title`, async () => {
    const items = Array.from({ length: 20 }, (_, n) => `item${n}`);
    const source = {
      md: `# Deck\n\n## Long\n\n${items.map((item) => `- ${item}\n`).join('')}`,
      html: `<title>x</title><h1>Deck</h1><h2>Long</h2><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    }[ext];
    const { body } = await convert([`deck.${ext}`, source ?? ''], 'pptx');
    const slides = (await slidesOf(body)).filter(({ text }) => text.includes('item'));
    assert.ok(slides.length >= 3, `${slides.length} slides`);
    for (const { text } of slides) assert.match(text, /^Long item/);
    const words = slides.map(({ text }) => text).join(' ');
    for (const item of items) assert.equal(words.split(' ').filter((word) => word === item).length, 1, item);
  });

test('a slide keeps a picture from the middle of a Markdown paragraph', async () => {
  const data = png(picture()).toString('base64');
  const { body } = await convert(
    ['deck.md', `## One\n\nbefore ![dot](data:image/png;base64,${data}) after\n`],
    'pptx',
  );
  const slides = await slidesOf(body);
  assert.equal(
    slides.reduce((sum, { pictures }) => sum + pictures, 0),
    1,
  );
  assert.match(slides.map(({ text }) => text).join(' '), /before.*after/);
});

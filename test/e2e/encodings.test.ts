/** A text in any encoding is read as its author wrote it, on every route, or the answer says that it was guessed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import iconv from 'iconv-lite';
import { ask, busy, openTestApp, type Customer, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let customer: Customer;

before(async () => {
  app = await openTestApp('sqlite');
  customer = await app.customer('hobby', busy);
});

after(() => app.close());

const russian = 'Все люди рождаются свободными и равными в своём достоинстве и правах.';
const japanese = 'すべての人間は、生まれながらにして自由であり、尊厳と権利とについて平等である。';
const korean = '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.';
const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

const convert = (name: string, bytes: Buffer, target: string, options: Record<string, string> = {}) =>
  ask(app, '/v1/convert', customer, {
    fields: [
      ['file', new File([bytes], name)],
      ['target', target],
      ...Object.entries(options).map(([field, value]) => [field, value] as const),
    ],
  });

const found: readonly [name: string, text: string, encoding: string, sentence: string, target: string][] = [
  ['a.txt', russian, 'koi8-r', russian, 'html'],
  ['a.csv', `no,text\n1,${japanese}\n`, 'shift_jis', japanese, 'json'],
  ['b.csv', `no,text\n1,${korean}\n`, 'euc-kr', korean, 'html'],
  ['a.srt', cue(russian), 'windows-1251', russian, 'vtt'],
  ['a.ini', `[section]\nkey=${russian}\n`, 'windows-1251', russian, 'json'],
  ['a.json', JSON.stringify({ a: japanese }), 'euc-jp', japanese, 'yaml'],
  ['a.html', `<meta charset=euc-kr><p>${korean}</p>`, 'euc-kr', korean, 'md'],
  ['b.html', `<p>${russian}</p>`, 'windows-1251', russian, 'txt'],
  ['a.xml', `<?xml version="1.0" encoding="Shift_JIS"?><r>${japanese}</r>`, 'shift_jis', japanese, 'json'],
  ['a.md', `# ${japanese}\n`, 'utf-16le', japanese, 'html'],
];

for (const [name, text, encoding, sentence, target] of found) {
  test(`${name} in ${encoding} becomes the right ${target}`, async () => {
    const { status, error, body, headers } = await convert(name, iconv.encode(text, encoding), target);
    assert.equal(status, 200, error.message);
    assert.equal(headers.get('X-Conversion-Warnings'), null);
    assert.ok(body.toString().includes(sentence), body.toString().slice(0, 400));
  });
}

test('the option "encoding" decides, by any name of the standard, and is told when it is wrong', async () => {
  const short = iconv.encode('Łódź', 'windows-1250');
  const { body, error } = await convert('city.txt', short, 'html', { encoding: 'CP1250' });
  assert.match(body.toString(), /Łódź/, error.message);
  const wrong = await convert('city.txt', short, 'html', { encoding: 'utf8' });
  assert.deepEqual([wrong.status, wrong.error.details?.['reason']], [400, 'wrong_encoding']);
  const unknown = await convert('city.txt', short, 'html', { encoding: 'klingon' });
  assert.deepEqual([unknown.status, unknown.error.details?.['field']], [400, 'encoding']);
});

/** Text in any encoding is read correctly on every route, or the response reports that the encoding was guessed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { zipOf } from '../../support/files/legacy-zip.ts';
import iconv from 'iconv-lite';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const russian = 'Все люди рождаются свободными и равными в своём достоинстве и правах.';
const japanese = 'すべての人間は、生まれながらにして自由であり、尊厳と権利とについて平等である。';
const korean = '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.';
const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;

const convert = (name: string, bytes: Buffer, target: string, options: Record<string, string> = {}) =>
  convertFile(new File([bytes], name), target, options);

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
  test(`converts ${name} in ${encoding} to ${target} with the correct characters`, async () => {
    const { status, error, body, headers } = await convert(name, iconv.encode(text, encoding), target);
    assert.equal(status, 200, error.message);
    assert.equal(headers.get('X-Conversion-Warnings'), null);
    assert.ok(body.toString().includes(sentence), body.toString().slice(0, 400));
  });
}

test('the option "encoding" accepts an alias and rejects a wrong or unknown encoding', async () => {
  const short = iconv.encode('Łódź', 'windows-1250');
  const { body, error } = await convert('city.txt', short, 'html', { encoding: 'CP1250' });
  assert.match(body.toString(), /Łódź/, error.message);
  const wrong = await convert('city.txt', short, 'html', { encoding: 'utf8' });
  assert.deepEqual([wrong.status, wrong.error.details?.['reason']], [400, 'wrong_encoding']);
  const unknown = await convert('city.txt', short, 'html', { encoding: 'klingon' });
  assert.deepEqual([unknown.status, unknown.error.details?.['field']], [400, 'encoding']);
});

test('reports EBCDIC as an unsupported encoding', async () => {
  const table = Buffer.from('958194856b8389a3a825c19595816bd996948525c296826bd6a2939625', 'hex');
  for (const [name, target] of [
    ['a.csv', 'json'],
    ['a.txt', 'pdf'],
  ] as const) {
    const { error } = await convert(name, table, target);
    assert.equal(error.details?.['feature'], 'EBCDIC text encoding', name);
  }
});

const archived: readonly [encoding: string, names: readonly string[]][] = [
  ['shift_jis', ['会議資料/見積書.txt', '表紙.txt', 'テスト.txt']],
  ['gbk', ['文档/会议记录.txt', '简历.txt']],
  ['cp866', ['Документы/Отчёт за год.txt', 'Привет.txt']],
  ['cp850', ['Übersicht/Größe.txt', 'Müller.txt']],
];

for (const [encoding, names] of archived) {
  test(`decodes file names in ${encoding} when a Windows zip is converted to tar`, async () => {
    const encoded = names.map((name) => iconv.encode(name, encoding));
    const { status, body, error } = await convert('a.zip', zipOf(encoded), 'tar');
    assert.equal(status, 200, error.message);
    const listed = execFileSync('bsdtar', ['-tf', '-'], { input: body, env: { LC_ALL: 'C.UTF-8' } });
    assert.deepEqual(listed.toString().trim().split('\n').sort(), names.toSorted());
  });
}

test('warns that the encoding is guessed if the file names in a zip fit several encodings', async () => {
  const { headers } = await convert('a.zip', zipOf([iconv.encode('Müller.txt', 'cp850')]), 'tar');
  assert.equal(headers.get('X-Conversion-Warnings'), 'encoding_guessed');
});

const heads = 'From: a@example.com\nTo: b@example.com\nMIME-Version: 1.0\n';
const mails: readonly [what: string, mail: string, encoding: string, subject: string, text: string][] = [
  ['without a charset', `${heads}Subject: Права\n\n${russian}\n`, 'koi8-r', 'Права', russian],
  [
    'that claims to be ASCII',
    `${heads}Subject: 権利\nContent-Type: text/plain; charset=us-ascii\n\n${japanese}\n`,
    'shift_jis',
    '権利',
    japanese,
  ],
  [
    'in GB2312 with characters outside of GB2312',
    `${heads}Subject: =?gb2312?B?${iconv.encode('朱镕基', 'gbk').toString('base64')}?=\nContent-Type: text/html; charset=gb2312\n\n<p>朱镕基</p>\n`,
    'gbk',
    '朱镕基',
    '朱镕基',
  ],
];

for (const [what, mail, encoding, subject, text] of mails) {
  test(`reads the subject and text of an email message ${what} (actual encoding: ${encoding})`, async () => {
    const { status, body, error } = await convert('a.eml', iconv.encode(mail, encoding), 'json');
    assert.equal(status, 200, error.message);
    const read = JSON.parse(body.toString()) as { subject: string; text: string };
    assert.deepEqual([read.subject, read.text.trim()], [subject, text]);
  });
}

test('decodes the name of an email attachment with the encoding of the message text', async () => {
  const attached = `${heads}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${russian}\n--b\nContent-Type: text/plain; name="Отчёт.txt"\nContent-Disposition: attachment; filename="Отчёт.txt"\n\nx\n--b--\n`;
  const { body } = await convert('a.eml', iconv.encode(attached, 'windows-1251'), 'json');
  const { attachments } = JSON.parse(body.toString()) as { attachments: { name: string }[] };
  assert.deepEqual(
    attachments.map(({ name }) => name),
    ['Отчёт.txt'],
  );
});

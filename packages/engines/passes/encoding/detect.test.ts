/**
 * Tests that encodings are detected by byte order mark, declaration or bytes, and that guesses are marked as uncertain.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { declaredAsUtf8 } from './declaration.ts';
import { textIn } from './detect.ts';

const sentences = [
  ['windows-1251', 'Все люди рождаются свободными и равными в своём достоинстве и правах.'],
  ['koi8-r', 'Все люди рождаются свободными и равными в своём достоинстве и правах.'],
  ['shift_jis', 'すべての人間は、生まれながらにして自由であり、尊厳と権利とについて平等である。'],
  ['gb18030', '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。'],
  ['big5', '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。'],
  ['euc-kr', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.'],
  ['windows-1256', 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا.'],
  ['windows-1255', 'כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם.'],
  [
    'windows-874',
    'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ',
  ],
] as const;

for (const [encoding, sentence] of sentences) {
  test(`detects the encoding ${encoding} by the bytes of a text`, () => {
    const { name, text, certain } = textIn(iconv.encode(`${sentence}\n`, encoding), 'txt');
    assert.deepEqual({ name, text, certain }, { name: encoding, text: `${sentence}\n`, certain: true });
  });
}

test('marks the encoding as a guess if the bytes fit several encodings', () => {
  assert.equal(textIn(Buffer.from('Stra\xdfe\n', 'latin1'), 'txt').certain, false);
});

test('detects UTF-16 without a byte order mark in both byte orders and in every script', () => {
  for (const text of ['a;b\n1;é\n', '人人生而自由\n一律平等\n', 'すべての人間は、自由\n', 'Все люди\n']) {
    const little = Buffer.from(text, 'utf16le');
    assert.equal(textIn(little, 'csv').text, text);
    assert.equal(textIn(Buffer.from(little).swap16(), 'csv').text, text);
  }
});

test('detects UTF-8 with a few invalid bytes, and marks the encoding as a guess', () => {
  const cut = Buffer.from('Die Möwe ä').subarray(0, -1);
  assert.deepEqual(
    [textIn(cut, 'txt').name, textIn(cut, 'txt').certain, textIn(cut, 'txt').text],
    ['utf-8', false, 'Die Möwe \uFFFD'],
  );
});

const russian = iconv.encode('Привет', 'windows-1251');
const around = (before: string, after = '') =>
  Buffer.concat([Buffer.from(before), russian, Buffer.from(after)]);

const declarations: readonly [format: string, text: Buffer][] = [
  ['html', around('<meta charset="windows-1251">')],
  ['html', around('<META HTTP-EQUIV=Content-Type content="text/html; charset=CP1251">')],
  ['xml', around('<?xml version="1.0" encoding="windows-1251"?><r>', '</r>')],
  ['tex', around('\\usepackage[cp1251]{inputenc}\n')],
  ['po', around('"Content-Type: text/plain; charset=windows-1251\\n"\n')],
  ['vcf', around('BEGIN:VCARD\nFN;CHARSET=windows-1251:')],
  ['txt', around('# -*- coding: cp1251 -*-\n')],
];

for (const [format, bytes] of declarations) {
  test(`uses the encoding declared in ${bytes.toString('latin1').slice(0, 30)}, and changes the declaration to UTF-8`, () => {
    const { name, text, certain } = textIn(bytes, format);
    assert.deepEqual([name, certain], ['windows-1251', true]);
    assert.match(text, /Привет/);
    assert.match(declaredAsUtf8(text, format), /utf-?8/);
    assert.doesNotMatch(declaredAsUtf8(text, format), /1251/);
  });
}

test('ignores an encoding declaration that the bytes contradict', () => {
  const page = (text: string) => `<meta charset="shift_jis"><p>${text}</p>`;
  assert.equal(textIn(Buffer.from(page('Möwe')), 'html').name, 'utf-8');
  assert.notEqual(textIn(Buffer.from(page('\xff\xfd'), 'latin1'), 'html').name, 'shift_jis');
});

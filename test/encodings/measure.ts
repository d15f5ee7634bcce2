/** Measures how often each encoding detector finds the encoding of a text, and writes docs/quality/encodings.md. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodingNamed } from '../../packages/engines/contract/encodings.ts';
import { decoded } from '../../packages/engines/passes/encoding/decoders.ts';
import { detectors, type Guess } from './detectors.ts';
import { lengths, samples, type Sample } from './samples.ts';

/** Maps the detectors' encoding names to the names in the WHATWG Encoding Standard. */
const aliases: Readonly<Record<string, string>> = {
  ...{ uhc: 'euc-kr', cp949: 'euc-kr', johab: '', cp932: 'shift_jis', shift_jis_2004: 'shift_jis' },
  ...{ 'mac-cyrillic': 'x-mac-cyrillic', maccyrillic: 'x-mac-cyrillic', big5hkscs: 'big5', cp950: 'big5' },
  ...{ euc_jis_2004: 'euc-jp', euc_jp: 'euc-jp', 'tis-620': 'windows-874', cp874: 'windows-874' },
};

/**
 * Returns whether the guessed encoding decodes the text correctly. The guess may have another name than the encoding
 * of the sample.
 */
function isRight({ name }: Guess, { bytes, text }: Sample): boolean {
  if (!name) return false;
  const label = name.toLowerCase();
  const plain = label
    .replace(/-(?:i|e)$/, '')
    .replace(/^koi8_/, 'koi8-')
    .replaceAll('_', '-');
  const encoding = encodingNamed(aliases[label] ?? label) ?? encodingNamed(plain);
  return encoding !== undefined && decoded(bytes, encoding).normalize('NFC') === text.normalize('NFC');
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;

const all = await samples();
const rows = Object.entries(detectors).flatMap(([name, detect]) => {
  const began = performance.now();
  const guesses = detect(all.map(({ bytes }) => bytes));
  const ms = (performance.now() - began) / all.length;
  if (guesses.length === 0) return [];
  const judged = all.map((sample, n) => {
    const guess = guesses[n] ?? { name: undefined, certain: false };
    return { ...sample, certain: guess.certain, right: isRight(guess, sample) };
  });
  return [{ name, ms, judged }];
});

const table = (row: (judged: (typeof rows)[number]['judged']) => string) =>
  rows.map(({ name, ms, judged }) => {
    const cells = lengths.map((length) => row(judged.filter((one) => one.length === length)));
    return `| ${name} | ${cells.join(' | ')} | ${ms.toFixed(1)} ms |`;
  });

const [ours] = rows;
const byEncoding = Map.groupBy(
  ours?.judged ?? [],
  ({ language, encoding }) => `| ${language} | ${encoding} `,
);
const perEncoding = [...byEncoding].map(([name, judged]) => {
  const cells = lengths.map((length) => {
    const of = judged.filter((one) => one.length === length);
    const [right, warned] = [of.filter((one) => one.right), of.filter((one) => !one.certain)];
    return `${right.length} of ${of.length}${warned.length > 0 ? `, ${warned.length} warned` : ''}`;
  });
  return `${name}| ${cells.join(' | ')} |`;
});

const text = `# Encodings of text

If the encoding of a text is not UTF-8, Protean converts the text to UTF-8 before an engine reads it. The conversion to UTF-8 is part of
every route from a text format. Protean uses the first of these encodings that is available:

1. the encoding that the option \`encoding\` names (any name from the WHATWG Encoding Standard),
2. the encoding that a byte order mark at the beginning of the text states,
3. the encoding that the text declares (for example in \`<meta charset>\`, \`<?xml encoding?>\`, \`inputenc\`, the header of a \`.po\` file,
   \`CHARSET=\` of a contact, or an editor's mode line),
4. the encoding that [jschardet](https://www.npmjs.com/package/jschardet) (version 4) detects from the bytes. If another encoding is also
   likely, the response has the warning \`encoding_guessed\`, which names the encoding that was used.

\`node test/encodings/measure.ts\` writes this page. The measurement uses ${all.length} pieces of text from the Universal Declaration of Human
Rights in ${new Set(all.map(({ language }) => language)).size} languages. A result is correct if the decoded text is right, even if the
detector names another encoding.

## Correct results, by length of the text

| detector | 40 bytes | 400 bytes | 4,000 bytes | time per piece |
| --- | --- | --- | --- | --- |
${table((of) => percent(of.filter(({ right }) => right).length, of.length)).join('\n')}

## Wrong results without a warning

For each detector, the table shows the percentage of pieces of text for which the detector was certain but wrong. In this table, most detectors count as certain if they report a confidence of at least 0.9. Protean counts as certain if jschardet reports a confidence of at least 0.3. uchardet reports no confidence, and
always counts as certain.

| detector | 40 bytes | 400 bytes | 4,000 bytes | time per piece |
| --- | --- | --- | --- | --- |
${table((of) => percent(of.filter(({ right, certain }) => certain && !right).length, of.length)).join('\n')}

## Protean's results, by language

The table shows the number of correct results, and the number of results with the warning \`encoding_guessed\`.

| language | encoding | 40 bytes | 400 bytes | 4,000 bytes |
| --- | --- | --- | --- | --- |
${perEncoding.join('\n')}
`;
await writeFile(path.join(import.meta.dirname, '../../docs/quality/encodings.md'), text);

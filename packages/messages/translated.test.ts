/** Tests that every table is completely translated: no English text is left and no placeholder is missing. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from './languages.ts';
import type { Message } from './message.ts';

type Table = Readonly<Record<string, Message>>;

/** English messages that may be identical in another language. */
const alike = new Set(
  [
    'API',
    'Formats',
    'Plan',
    'Options',
    'Images',
    'Documents',
    'Archives',
    'Format',
    'Version',
    'Extension',
    'Name',
    'Original',
    'Webhooks',
    'Conversions',
    'HTTP',
    'PDF/A',
    'Tokenizer',
  ].map((text) => text.toLowerCase()),
);

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'node_modules' ? [entry.name] : [],
);

async function tableOf(folder: string, tag: string): Promise<Table> {
  const module = (await import(`./${folder}/${tag}.ts`)) as Record<string, Table>;
  return module[tag] ?? assert.fail(`${folder}/${tag}.ts does not export ${tag}`);
}

const formsOf = (message: Message = '') => (typeof message === 'string' ? [message] : Object.values(message));
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
const lettersIn = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}{3,}/u) !== null;

for (const folder of folders) {
  for (const { tag } of languages.filter(({ tag }) => tag !== 'en')) {
    test(`translates every message of ${folder} into ${tag}`, async () => {
      const [english, table] = [await tableOf(folder, 'en'), await tableOf(folder, tag)];
      assert.deepEqual(Object.keys(table).sort(), Object.keys(english).sort());
      const wrong = Object.keys(english).flatMap((key) => {
        const originals = formsOf(english[key]);
        return formsOf(table[key]).flatMap((text) => {
          const isAlike = originals.includes(text) && lettersIn(text) && !alike.has(text.toLowerCase());
          // The placeholder `count` may be missing, because singular and dual forms may state the number in words.
          const missing = valuesIn(originals.at(-1) ?? '').filter(
            (name) => name !== 'count' && !text.includes(`{${name}}`),
          );
          const unknown = valuesIn(text).filter(
            (name) => !originals.some((one) => one.includes(`{${name}}`)),
          );
          return [
            ...(isAlike ? [`${key} is as in English: ${text}`] : []),
            ...[...missing, ...unknown].map((name) => `${key}: {${name}}`),
          ];
        });
      });
      assert.deepEqual(wrong, []);
    });
  }
}

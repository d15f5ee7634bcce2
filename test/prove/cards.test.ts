import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { format } from '@protean/formats';
import { calendarEntries } from '../samples/data/cards.ts';
import { checkCards } from './oracles/data/cards.ts';

test('checkCards rejects a converted calendar with wrong, missing or truncated content', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'protean-cards-'));
  const check = async (ext: string, text: string) => {
    const file = path.join(dir, `result.${ext}`);
    await writeFile(file, text);
    await checkCards([file], { source: format('ics'), target: format(ext), writer: 'contacts', loses: [] });
  };
  try {
    const good = JSON.stringify(calendarEntries);
    await check('json', good);
    await assert.rejects(check('json', good.replace('07:30', '06:30')));
    await assert.rejects(check('json', good.replace('"tzid":"Europe/Copenhagen"', '')));
    await assert.rejects(check('json', '[]'));
    const text = JSON.stringify(calendarEntries, null, 1).replaceAll('"', ' ');
    await check('txt', text);
    for (const word of ['Pack', '2024-02-28', 'Ærø', 'zofie'])
      await assert.rejects(check('txt', text.replace(word, '')), word);
    await assert.rejects(check('txt', ''));
    await assert.rejects(check('csv', 'type,summary\nevent,The ferry\ntodo,Pack\n'));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

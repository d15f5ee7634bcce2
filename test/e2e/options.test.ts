/** Every option (contract §4.2), by its effect in the result as another tool measures it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { optionNames } from '../../packages/server/src/engines/options.ts';
import { documents } from './effects/documents.ts';
import { media } from './effects/media.ts';
import { pictures } from './effects/pictures.ts';
import { Laboratory } from './laboratory.ts';

const lab = await Laboratory.open();

after(() => lab.close());

const effects = [...pictures(lab), ...media(lab), ...documents(lab)];

describe('in the result it is seen that', () => {
  for (const { shows, says, see } of effects) test(`${says} (${shows.join(', ')})`, see);
});

test('there is no option whose effect is not seen', () => {
  const seen = new Set(effects.flatMap(({ shows }) => shows));
  assert.deepEqual(
    optionNames.filter((name) => !seen.has(name)),
    [],
  );
});

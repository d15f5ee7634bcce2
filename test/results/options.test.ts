/** Every option (contract §4.2), by its effect in the result as another tool measures it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optionNames } from '@protean/engines/contract/options.ts';
import { documents } from '../support/effects/documents.ts';
import { media } from '../support/effects/media.ts';
import { pictures } from '../support/effects/pictures.ts';
import { workbooks } from '../support/effects/workbooks.ts';
import { Workbench } from '../support/workbench.ts';

const lab = await Workbench.open();

const effects = [...pictures(lab), ...media(lab), ...documents(lab), ...workbooks(lab)];

describe('in the result it is seen that', () => {
  for (const { shows, description, see } of effects) test(`${description} (${shows.join(', ')})`, see);
});

test('there is no option whose effect is not seen', () => {
  const seen = new Set(effects.flatMap(({ shows }) => shows));
  assert.deepEqual(
    optionNames.filter((name) => !seen.has(name)),
    [],
  );
});

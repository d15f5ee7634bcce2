/** What conversions keep of what was in the file, each seen in the result by another tool than the one that wrote it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Samples } from '../samples/samples.ts';
import { archives } from './fidelity/archives.ts';
import { colours } from './fidelity/colours.ts';
import { media } from './fidelity/media.ts';
import { pictures } from './fidelity/pictures.ts';
import { tables } from './fidelity/tables.ts';
import { writings } from './fidelity/writings.ts';
import { Laboratory } from './laboratory.ts';
import { startService } from './service.ts';

const service = await startService();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-fidelity-'));
const lab = new Laboratory(service, new Samples(path.join(dir, 'samples')), dir);

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

describe('in the result it is seen that', () => {
  for (const { says, see } of [...pictures, ...colours, ...media, ...writings, ...tables, ...archives])
    test(says, () => see(lab));
});

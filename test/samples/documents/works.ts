/** The sample of Microsoft Works 7: a compound file with a single stream, which contains the text of the letter. */
import { writeFile } from 'node:fs/promises';
import { chunkStream, fontChunk, textChunk } from './chunks.ts';
import { compoundFile } from './compound.ts';
import { letterTexts } from './letter.ts';
import type { SampleMaker } from '../samples.ts';

/** The class identifier of Works documents. */
const classId = Buffer.from('b2615e1c3d5ad1119da500c04fb92f7b', 'hex');

export const works: SampleMaker = async (file) => {
  const contents = chunkStream('CHNKWKS ', [textChunk(letterTexts()), fontChunk('Times New Roman')]);
  await writeFile(file, compoundFile({ CONTENTS: contents }, classId));
};

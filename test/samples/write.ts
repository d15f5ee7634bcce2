/**
 * Writes samples to a folder: `node test/samples/write.ts FOLDER [ext …]`. Without extensions, the script writes all
 * samples.
 */
import { makers, Samples } from './samples.ts';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('usage: write.ts FOLDER [ext …]');
const samples = new Samples(folder);
for (const ext of wanted.length > 0 ? wanted : Object.keys(makers)) console.log(await samples.get(ext));

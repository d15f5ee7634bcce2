/** Writes the files that are generated from the code (see derived.ts). `script/docs` starts this script. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { derivedFiles } from './derived.ts';

for (const { file, text } of await derivedFiles()) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  writeFileSync(file, text);
  console.log(`written: ${fileURLToPath(file)}`);
}

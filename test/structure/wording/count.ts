/**
 * Prints the lines that match a pattern in patterns.txt, and the number of these lines. Usage: node
 * test/structure/wording/count.ts [FOLDER…]
 */
import { stumbles } from './stumbles.ts';

const folders = process.argv.slice(2);
const found = stumbles().filter(
  ({ file }) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
);
for (const { file, line, text, pattern } of found)
  console.log(`${file}:${line}: ${text.trim()}  [${pattern}]`);
console.log(`${found.length} lines`);

/** The words after a script of the tests: what they ask for, or, where they mean nothing, the script's own head as the usage. */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What `parseArgs` reads; with `--help`, or a word that `script` does not know, ends with its usage and 0, or 2. */
export function readArguments<Config extends ParseArgsConfig>(
  script: URL,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) {
    console.log(usageOf(script));
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // Its first sentence says what is wrong; the others are about programs in general.
    return refuse(script, (error as Error).message.split(/(?<=\.)\s/)[0] ?? '');
  }
}

/** Ends the program with what is `wrong`, the usage and 2. */
export function refuse(script: URL, wrong: string): never {
  console.error(`${wrong}\n\n${usageOf(script)}`);
  process.exit(2);
}

/** The comment at the head of the script. */
function usageOf(script: URL): string {
  const [, ...lines] = readFileSync(script, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join('\n');
}

/**
 * Parses the arguments of a test script. The comment at the head of a shell script is its usage, which is printed if
 * the arguments are invalid.
 */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Returns the result of `parseArgs`. With `--help`, prints the usage of `script` and exits with 0. With an unknown
 * argument, prints the error and the usage, and exits with 2.
 */
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
    // The first sentence of Node's message describes the error. The second and later sentences of the message give
    // advice.
    return refuse(script, (error as Error).message.split(/(?<=\.)\s/)[0] ?? '');
  }
}

/** Prints the error and the usage, and exits with 2. */
export function refuse(script: URL, wrong: string): never {
  console.error(`${wrong}\n\n${usageOf(script)}`);
  process.exit(2);
}

/** Returns the comment at the head of the script: the lines with `#` below the interpreter, or a block comment. */
function usageOf(script: URL): string {
  const text = readFileSync(script, 'utf8');
  const block = /^\/\*\*\n?(.*?)\s*\*\//s.exec(text)?.[1];
  if (block !== undefined) return block.replaceAll(/^ \* ?/gm, '');
  const [, ...lines] = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join('\n');
}

/**
 * Tests that the value of an option never changes another argument of a command. Builds the commands of all engines
 * with hostile values for each option that accepts any string. Examples are values with newlines, quotes or control
 * characters, and values that look like program options.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commandsOf, programsOf, type Engine, type Step } from './contract/engine.ts';
import { optionNames, parseOption, type OptionName } from './contract/options.ts';
import { sandboxPaths } from './contract/sandbox-paths.ts';
import { engines } from './index.ts';

/** Strings that could end an argument, begin another argument or have a special meaning for a tool. */
const hostile = [
  ...['|', '-', '--', '-o/tmp/x', '--help', '-execute', '@/job/in/in.pdf', '@file', '%s', '\\', "'", '"'],
  ...['`id`', '$(id)', 'a\nb', 'a\r\n-b', '\n--config\n', '\t', '\u001b[2J', 'a b', 'a;b', 'a&b', 'a>b', '*'],
  ...['~', '#', 'a=b', '[a]', '{a}', '\u0085', '\u2028', '\ufeff', '\u202e', "';touch x;'", '../x'],
  ...['file:///etc/passwd', '\\input{x}', '<x>', '💥'],
];

const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 8 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
);

/** Returns a harmless value of an option that accepts any string, or undefined for other options. */
const plain = (name: OptionName) => {
  const value = parseOption(name, 'plainvalue');
  return typeof value === 'string' ? value : undefined;
};

const freeTexts = optionNames.filter(
  (name) => plain(name) !== undefined && hostile.some((text) => parseOption(name, text) !== undefined),
);

test('the list of tested free-text options contains password and sheet', () => {
  assert.ok(freeTexts.includes('password') && freeTexts.includes('sheet'), freeTexts.join());
});

/**
 * Returns the formats and options of each edge (a conversion from one format to another) and each pass (a change within
 * one format) of an engine.
 */
const uses = (engine: Engine): { from: string; to: string; options: readonly OptionName[] }[] => [
  ...engine.edges.flatMap(({ reads, writes, options = [] }) =>
    reads.flatMap((from) =>
      writes.map((to) => ({
        from,
        to,
        options: typeof options === 'function' ? options(from, to) : options,
      })),
    ),
  ),
  ...(engine.passes ?? []).flatMap(({ formats, options, sharedOptions = [] }) =>
    formats.map((ext) => ({ from: ext, to: ext, options: [...options, ...sharedOptions] })),
  ),
];

type Text = Pick<Step, 'name' | 'titles' | 'options'>;

const stepOf = (from: string, to: string, text: Text): Step => ({
  ...{ from, to, ...text },
  input: `${sandboxPaths.input}/in.${from}`,
  output: `${sandboxPaths.output}/out.${to}`,
  outputDir: sandboxPaths.output,
  work: sandboxPaths.work,
});

/** Returns `value` with `before` replaced by `after` in all strings that it contains. */
function replaced(value: unknown, before: string, after: string): unknown {
  if (typeof value === 'string') return value.replaceAll(before, () => after);
  if (Array.isArray(value)) return value.map((one) => replaced(one, before, after));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, before, after)]));
}

/**
 * Parses all JSON in an argument. The argument of a runner is a JSON object. An argument of qpdf may be a part of a
 * JSON object, such as a member without the surrounding braces.
 */
function contentOf(word: unknown): unknown {
  if (Array.isArray(word)) return word.map(contentOf);
  if (typeof word === 'object' && word !== null)
    return Object.fromEntries(Object.entries(word).map(([name, one]) => [name, contentOf(one)]));
  if (typeof word !== 'string') return word;
  const json = /^"\w+":/.test(word) ? `{${word.replace(/,$/, '')}}` : word;
  try {
    const parsed: unknown = /^[[{]/.test(json) ? JSON.parse(json) : undefined;
    return typeof parsed === 'object' ? contentOf(parsed) : word;
  } catch {
    return word;
  }
}

/**
 * Asserts that the commands of the two steps differ in only one way: where the commands of `plainStep` contain
 * `before`, the commands of `hostileStep` contain `after`.
 */
function assertSameWords(
  engine: Engine,
  plainStep: Step,
  hostileStep: Step,
  before: string,
  after: string,
): void {
  const programs = (step: Step) => commandsOf(engine, step).map((command) => programsOf(command));
  const [expected, actual] = [programs(plainStep), programs(hostileStep)];
  const shape = (all: typeof expected) => all.map((command) => command.map(({ length }) => length));
  const what = `${engine.id} ${plainStep.from}>${plainStep.to} ${JSON.stringify(after)}`;
  assert.deepEqual(shape(actual), shape(expected), what);
  for (const [n, words] of expected.flat().entries()) {
    for (const [at, word] of words.entries()) {
      const other = actual.flat()[n]?.[at] ?? '';
      assert.deepEqual(contentOf(other), replaced(contentOf(word), before, after), what);
      // The value of an option must not be a separate argument. A tool would parse a separate value that begins with a
      // hyphen as an option.
      assert.notEqual(word, before, `${what}: a separate word`);
    }
  }
}

for (const engine of engines) {
  const rows = uses(engine);
  const tested = freeTexts.filter((name) => rows.some(({ options }) => options.includes(name)));
  if (tested.length > 0)
    test(`${engine.id}: the value of the option ${tested.join(' or ')} never changes another argument of a command`, () => {
      for (const [n, { from, to, options }] of rows.entries())
        for (const name of tested.filter((one) => options.includes(one))) {
          const before = plain(name) ?? '';
          const given = texts.filter((text) => parseOption(name, text) !== undefined);
          fc.assert(
            fc.property(given, (text) => {
              const after = String(parseOption(name, text));
              const steps = [before, after].map((value) => stepOf(from, to, { options: { [name]: value } }));
              assertSameWords(engine, steps[0] as Step, steps[1] as Step, before, after);
            }),
            { seed: 49 + n, numRuns: 12 },
          );
        }
    });
  test(`${engine.id}: a file name never changes another argument of a command`, () => {
    for (const { from, to } of rows.filter((row, n) => n % 7 === 0 || row.from === row.to))
      for (const text of hostile) {
        const named = (name: string) => stepOf(from, to, { name, titles: [name], options: {} });
        assertSameWords(engine, named('plainvalue'), named(text), 'plainvalue', text);
      }
  });
}

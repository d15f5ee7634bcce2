/** Simulates the queue of jobs on many machines: `test/simulation/run --help` says how. */
import { readArguments, refuse } from '../support/arguments.ts';
import { defaults, type Parameters } from './parameters.ts';
import { report } from './report.ts';
import { simulate } from './simulate.ts';

const numbers = Object.entries(defaults).filter(([, value]) => typeof value === 'number');
const script = new URL('run', import.meta.url);
const { values } = readArguments(script, {
  options: {
    databases: { type: 'string', default: '1' },
    times: { type: 'string', default: '' },
    ...Object.fromEntries(numbers.map(([name]) => [name, { type: 'string' as const }])),
  },
});
const given = values as Record<string, string | undefined>;

const numberOf = (name: string, text: string): number => {
  const number = Number(text);
  return text !== '' && Number.isFinite(number) && number >= 0
    ? number
    : refuse(script, `${name}=${text} is no number.`);
};
const parameters: Parameters = {
  ...defaults,
  ...Object.fromEntries(
    numbers.map(([name, value]) => [name, given[name] === undefined ? value : numberOf(name, given[name])]),
  ),
  classes: classesOf(given['times'] ?? ''),
};
const databases = numberOf('databases', given['databases'] ?? '');
const outcomes = Array.from({ length: databases }, (_, nth) =>
  simulate({ ...parameters, seed: parameters.seed + nth * 1_000_003 }),
);
console.log(report(outcomes, parameters));

/** `data=15,media=9000` in place of the default times. */
function classesOf(text: string): Parameters['classes'] {
  const classes = { ...defaults.classes };
  for (const pair of text === '' ? [] : text.split(',')) {
    const [name = '', ms = ''] = pair.split('=');
    if (!isClass(name))
      return refuse(script, `There is no class ${name}; there are ${Object.keys(classes).join(', ')}.`);
    classes[name] = { ...classes[name], medianMs: numberOf(name, ms) };
  }
  return classes;
}

function isClass(name: string): name is keyof Parameters['classes'] {
  return name in defaults.classes;
}

/**
 * Compares values with the expected values of the suite toml-test. In the expected values, each scalar has a type:
 * `{"type": "integer", "value": "1"}`.
 */
import { sameNumber } from './case.ts';
import { isList, isMap, Numeral, type Value } from '../../packages/engines/codecs/data/values/value.ts';

export function isTagged(value: Value, expected: Value): boolean {
  if (isList(expected))
    return (
      isList(value) &&
      value.length === expected.length &&
      expected.every((item, n) => isTagged(value[n] ?? null, item))
    );
  if (!isMap(expected)) return false;
  const [type, text] = [expected.get('type'), expected.get('value')];
  if (expected.size === 2 && typeof type === 'string' && typeof text === 'string')
    return isScalar(value, type, text);
  return (
    isMap(value) &&
    value.size === expected.size &&
    [...expected].every(([key, held]) => isTagged(value.get(key) ?? null, held))
  );
}

function isScalar(value: Value, type: string, text: string): boolean {
  switch (type) {
    case 'integer':
      return value instanceof Numeral && value.isInteger && BigInt(value.text) === BigInt(text);
    case 'float':
      return isFloat(value, text);
    case 'bool':
      return value === (text === 'true');
    case 'string':
      return value === text;
    default:
      return typeof value === 'string' && moment(value) === moment(text);
  }
}

/**
 * Returns whether the value is the float `text` and is not written as an integer. Infinities and NaN are strings,
 * because JSON cannot represent them as numbers.
 */
function isFloat(value: Value, text: string): boolean {
  const named = /^([-+]?)(?:inf|nan)$/.exec(text);
  if (named)
    return text.endsWith('nan') ? value === 'NaN' : value === (named[1] === '-' ? '-Infinity' : 'Infinity');
  const number = Numeral.parse(text.replace(/^\+/, '')) ?? new Numeral(text);
  return value instanceof Numeral && /[.e]/i.test(value.text) && sameNumber(value, number);
}

const moment = (text: string) =>
  text
    .replace(/(\.\d*?)0+(?!\d)/, '$1')
    .replace(/\.(?!\d)/, '')
    .replace(/[+-]00:00$/, 'Z')
    .replace(' ', 'T')
    .toUpperCase();

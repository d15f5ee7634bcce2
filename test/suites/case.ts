/** One file of a public test suite with what its authors expect of a reader. */
import { isList, isMap, Numeral, type Value } from '../../packages/engines/codecs/data/values/value.ts';
import { textOf } from '../../packages/engines/codecs/data/values/untyped.ts';

export interface SuiteCase {
  name: string;
  /** The format that the file is sent as. */
  source: string;
  bytes: Buffer;
  /** What it is converted to; json by default. */
  target?: string;
  /** `either`: the suite leaves it open, or has broken files that may still hold content. */
  expects: 'valid' | 'invalid' | 'either';
  /** Whether the JSON made of the file means what the suite says. Without it any result is right. */
  isRight?: (value: Value) => boolean;
  /** The same for a target that is no JSON. */
  isRightText?: (body: string) => boolean;
}

export interface Suite {
  /** The repository on GitHub, whose checkout is a folder of the same name. */
  repository: string;
  format: string;
  cases(folder: string): AsyncIterable<SuiteCase> | Iterable<SuiteCase>;
}

/** Whether two values mean the same: numbers by their amount, and map keys in any order. */
export function same(one: Value, other: Value): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, n) => same(item, other[n] ?? null));
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size &&
      [...one].every(([key, held]) => other.has(key) && same(held, other.get(key) ?? null))
    );
  if (one instanceof Numeral && other instanceof Numeral) return sameNumber(one, other);
  return one === other;
}

/** Whole numbers by all of their digits, others by the nearest double. */
export function sameNumber(one: Numeral, other: Numeral): boolean {
  if (one.isInteger && other.isInteger) return BigInt(one.text) === BigInt(other.text);
  return Object.is(Number(one.text), Number(other.text)) || Number(one.text) === Number(other.text);
}

/** The values as tables have them: every scalar is a text, and null an empty one. */
export function sameTexts(one: Value, other: Value): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((item, n) => sameTexts(item, other[n] ?? null));
  if (isMap(one) && isMap(other))
    return (
      one.size === other.size && [...one].every(([key, held]) => sameTexts(held, other.get(key) ?? null))
    );
  return textOf(one) === textOf(other);
}

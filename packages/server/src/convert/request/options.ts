/** Parses the options of a request against those that its route takes. */
import {
  optionRows,
  optionSchema,
  parseOption,
  type OptionName,
  type Options,
} from '@protean/engines/contract/options.ts';
import { ServiceError } from '../../errors.ts';
import type { Route } from '../catalogue/planner.ts';

/**
 * The options with values of their types. Throws `bad_request` naming the field: one that no route takes, one that this
 * route does not take, or one with an invalid value.
 */
export function readOptions(given: Readonly<Record<string, unknown>>, route: Route): Options {
  const read: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given)) {
    if (isNoOp(field, value, route)) continue;
    if (!isOption(field) || !route.options.includes(field)) {
      throw new ServiceError('bad_request', unknownOption(field, route), {
        details: { field, allowed: route.options },
      });
    }
    const parsed = parseOption(field, value);
    if (parsed === undefined) {
      const { valid } = optionRows[field];
      throw new ServiceError('bad_request', `The option "${field}" is not valid: it must be ${valid}.`, {
        details: { field, allowed: optionSchema(field) },
      });
    }
    read[field] = parsed;
  }
  checkTogether(read);
  return read;
}

/** Whether the caller asks for Markdown without pictures on a route whose result never has any. */
function isNoOp(field: string, value: unknown, { target, options }: Route): boolean {
  return field === 'images' && value === 'none' && target === 'md' && !options.includes('images');
}

/** Throws `bad_request` where two options exclude each other. */
function checkTogether(read: Options): void {
  for (const field of Object.keys(read) as OptionName[]) {
    const { excludes }: { excludes?: { names: readonly string[]; because: string } } = optionRows[field];
    const other = excludes?.names.find((name) => Object.hasOwn(read, name));
    if (excludes === undefined || other === undefined) continue;
    throw new ServiceError(
      'bad_request',
      `The options "${field}" and "${other}" exclude each other. ${excludes.because}`,
      { details: { field: other, reason: 'options_exclude_each_other' } },
    );
  }
}

/** Throws `bad_request` where text is to be read in a language that is not installed here. */
export function checkLanguages({ language }: Options, installed: readonly string[]): void {
  const missing = language?.split('+').find((name) => !installed.includes(name));
  if (missing === undefined) return;
  const there = installed.length > 0 ? `there are ${installed.join(', ')}` : 'there are none';
  throw new ServiceError('bad_request', `The language "${missing}" is not installed here: ${there}.`, {
    details: { field: 'language', allowed: installed },
  });
}

function isOption(field: string): field is OptionName {
  return Object.hasOwn(optionRows, field);
}

function unknownOption(field: string, { source, target, options }: Route): string {
  const what = isOption(field)
    ? `The option "${field}" means nothing`
    : `There is no field or option "${field}"`;
  const allowed =
    options.length > 0 ? `This route takes: ${options.join(', ')}.` : 'This route takes no options.';
  return `${what} on ${source} to ${target}. ${allowed}`;
}

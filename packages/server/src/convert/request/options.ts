/** Reads the options that apply to a whole request, and the options of its route. */
import { didYouMean, namesAdvice, nearestNames } from '@protean/formats/nearest.ts';
import { z } from 'zod';
import { namesIn } from '@protean/engines/contract/option-values.ts';
import {
  isRequestOption,
  optionRows,
  optionSchema,
  parseOption,
  requestOptionNames,
  type OptionName,
  type Options,
  type RequestOptionName,
  type RequestOptions,
} from '@protean/engines/contract/options.ts';
import type { OptionRow } from '@protean/engines/contract/option-row.ts';
import { ServiceError } from '../../errors.ts';
import type { Route } from '../catalogue/planner.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Returns the options that apply to the whole request and not to a step, with defaults. Throws `bad_request` with the
 * field of an invalid value.
 */
export function readRequestOptions(given: Given): RequestOptions {
  const read = requestOptionNames.map((name) => [name, readRequestOption(given, name)]);
  return Object.fromEntries(read) as RequestOptions;
}

/** Returns one option of the request. Throws the errors of {@link readRequestOptions}. */
export function readRequestOption<Name extends RequestOptionName>(
  given: Given,
  name: Name,
): RequestOptions[Name] {
  const value = given[name];
  const read = value === undefined ? optionRows[name].default : readValue(name, value);
  return read as RequestOptions[Name];
}

/**
 * Returns the options of the route as typed values. Throws `bad_request` with the field if an option is unknown, is not
 * accepted by this route, or has an invalid value.
 */
export function readOptions(given: Given, route: Route): Options {
  const read: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given)) {
    if (isRequestOption(field) || isNoOp(field, value, route)) continue;
    if (!isOption(field) || !route.options.includes(field)) {
      throw new ServiceError('bad_request', unknownOption(field, route), {
        details: { field, allowed: route.options },
      });
    }
    read[field] = readValue(field, value);
  }
  checkTogether(read);
  return read;
}

function readValue<Name extends keyof typeof optionRows>(name: Name, given: unknown) {
  const read = parseOption(name, given);
  if (read !== undefined) return read;
  const { problem, allowed } = problemOf(name, given);
  throw new ServiceError('bad_request', `The option "${name}" is not valid: ${problem}`, {
    details: { field: name, allowed },
  });
}

/** Returns a description of what is wrong with an invalid value, and the allowed values. */
function problemOf(name: keyof typeof optionRows, given: unknown): { problem: string; allowed: unknown } {
  const { valid, names, type }: { valid: string; names?: readonly string[]; type: z.ZodType } =
    optionRows[name];
  if (!names) {
    const values = type instanceof z.ZodEnum ? type.options.map(String) : [];
    const meant = didYouMean(nearestNames(String(given), values));
    return { problem: `it must be ${valid}. ${meant}`.trimEnd(), allowed: optionSchema(name) };
  }
  const unknown = namesIn(String(given)).find((one) => !names.includes(one)) ?? '';
  const advice = namesAdvice(unknown, names, 'Allowed');
  return { problem: `unknown name "${unknown.slice(0, 40)}". ${advice}`, allowed: names };
}

/**
 * Whether the option has no effect: it asks for Markdown without pictures, and the route never creates
 * pictures.
 */
function isNoOp(field: string, value: unknown, { target, options }: Route): boolean {
  return field === 'images' && value === 'none' && target === 'md' && !options.includes('images');
}

/** Throws `bad_request` if two options exclude each other, or if an option refines another option that is missing. */
function checkTogether(read: Options): void {
  for (const field of Object.keys(read) as OptionName[]) {
    const { excludes, needs }: OptionRow<z.ZodType> = optionRows[field];
    if (needs && !needs.some((name) => Object.hasOwn(read, name))) throw alone(field, needs);
    const other = excludes?.names.find((name) => Object.hasOwn(read, name));
    if (excludes === undefined || other === undefined) continue;
    throw new ServiceError(
      'bad_request',
      `The options "${field}" and "${other}" cannot be combined. ${excludes.because}`,
      { details: { field: other, reason: 'options_exclude_each_other' } },
    );
  }
}

function alone(field: string, needs: readonly string[]): ServiceError {
  const others = needs.map((name) => `"${name}"`).join(' or ');
  return new ServiceError('bad_request', `The option "${field}" needs the option ${others}.`, {
    details: { field, reason: 'option_missing', allowed: needs },
  });
}

/** Throws `bad_request` if an OCR language is not installed on this machine. */
export function checkLanguages({ language }: Options, installed: readonly string[]): void {
  const missing = language?.split('+').find((name) => !installed.includes(name));
  if (missing === undefined) return;
  const advice =
    installed.length > 0 ? namesAdvice(missing, installed, 'Installed') : 'No languages are installed.';
  throw new ServiceError('bad_request', `The language "${missing}" is not installed. ${advice}`, {
    details: { field: 'language', allowed: installed },
  });
}

function isOption(field: string): field is OptionName {
  return Object.hasOwn(optionRows, field);
}

function unknownOption(field: string, { source, target, options }: Route): string {
  const route = `${source} to ${target}`;
  const allowed =
    options.length > 0 ? namesAdvice('', options, 'This route takes') : 'This route takes no options.';
  if (isOption(field)) return `The option "${field}" does not apply on ${route}. ${allowed}`;
  const meant = didYouMean(nearestNames(field, [...options, ...requestOptionNames]));
  return `Unknown field or option "${field}" on ${route}. ${meant || allowed}`;
}

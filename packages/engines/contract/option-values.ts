/** Types of option values other than plain numbers, names and strings: sizes, times, bit rates, lists. */
import { z } from 'zod';

export const colourNames = [
  'white',
  'black',
  'transparent',
  'red',
  'green',
  'blue',
  'gray',
  'yellow',
] as const;

const colourPattern = new RegExp(`^(#?[0-9a-fA-F]{6}|#?[0-9a-fA-F]{3}|${colourNames.join('|')})$`);

/** A colour by name or in hexadecimal, with or without its number sign. The value has the number sign. */
export const colour = () =>
  z
    .string()
    .regex(colourPattern)
    .transform((given) => given.replace(/^(?=[0-9a-f]+$)/i, '#'));

/** A time in seconds or as `hh:mm:ss`, with optional hours and minutes. The result is in seconds. */
export const time = () =>
  z.union([z.number().min(0), z.string().regex(/^(\d{1,2}:){0,2}\d{1,5}(\.\d{1,3})?$/)]).transform((given) =>
    String(given)
      .split(':')
      .reduce((seconds, part) => seconds * 60 + Number(part), 0),
  );

/** The pattern has no lookaheads, because not every implementation of JSON Schema supports them. */
const size = /^(0*[1-9]\d{0,11}(\.\d{1,3})?|0+\.0{0,2}[1-9]\d{0,2})\s*([kKmMgG]([iI]?[bB])?|[bB])?$/;

/** A size above 0, in bytes or with a unit: kb, mb, gb are decimal, kib, mib, gib binary. The result is in bytes. */
export const bytes = () =>
  z.union([z.int().min(1).max(999_999_999_999), z.string().regex(size)]).transform((given) => {
    const [, amount = '0', unit = '', binary] = /^([\d.]+)\s*([kmg]?)(i?)/i.exec(String(given)) ?? [];
    return Math.max(
      1,
      Math.floor(Number(amount) * (binary ? 1024 : 1000) ** ' kmg'.indexOf(unit.toLowerCase() || ' ')),
    );
  });

export const [minKilobits, maxKilobits] = [8, 100_000];

/** Matches a rate with a unit. Rates without a unit are numbers. */
const rate = /^(0*[1-9]\d{0,5}(\.\d{1,3})?|0+\.\d{1,3})\s*[kKmM]([bB][pP][sS]|[bB][iI][tT]\/[sS])?$/;

/**
 * A bit rate in kilobits per second, or in bits per second if the number is too large for kilobits. The result is
 * clamped to the bounds.
 */
export const bitrate = () =>
  z
    .union([
      z
        .int()
        .min(minKilobits)
        .max(maxKilobits * 1000),
      z.string().regex(rate),
    ])
    .transform((given) => {
      const [, amount = '0', unit = ''] = /^([\d.]+)\s*([km]?)/i.exec(String(given)) ?? [];
      const bare = Number(amount) > maxKilobits ? 1e-3 : 1;
      const kilobits = Math.round(Number(amount) * ({ k: 1, m: 1000 }[unit.toLowerCase()] ?? bare));
      return Math.min(maxKilobits, Math.max(minKilobits, kilobits));
    });

/** The actions that a PDF can permit. */
export const permissionNames = ['print', 'copy', 'modify', 'annotate', 'forms', 'assemble'] as const;

const permission = permissionNames.join('|');

export const permissionList = new RegExp(`^(none|(${permission})(,(${permission}))*)$`);

/** Pattern of a page number above 0. */
const page = String.raw`0{0,5}[1-9]\d{0,5}`;

const pageRanges = new RegExp(`^${page}(-${page})?(,${page}(-${page})?)*$`);

/** Pages such as `1-3,7`, counted from 1, in ascending order. A JSON schema cannot express the order. */
export const pageList = () =>
  z
    .union([z.int().min(1).max(999_999), z.string().max(200).regex(pageRanges)])
    .transform(String)
    .refine((given) => {
      const numbers = given.split(/[-,]/).map(Number);
      return numbers.every((number, n) => number >= (numbers[n - 1] ?? 1));
    });

const oneTrack = '([1-9][0-9]?|[A-Za-z]{2,3})';

export const trackList = new RegExp(`^(all|${oneTrack}(,${oneTrack})*)$`);

const iconSize = '([1-9][0-9]{0,2}|10[01][0-9]|102[0-4])';

export const iconSizes = new RegExp(`^${iconSize}(,${iconSize}){0,15}$`);

/** Splits a comma-separated list of names; ignores spaces and case. */
export const namesIn = (list: string) => list.split(',').map((name) => name.trim().toLowerCase());

/** A comma-separated list of some of `names`. */
export const nameList = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform(namesIn)
    .pipe(z.array(z.enum(names)));

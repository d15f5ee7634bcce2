/**
 * The types of option values that are not plain numbers, names or strings, such as sizes, times, bit rates and lists.
 */
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

/**
 * A colour, as a name or in hexadecimal digits. The number sign is optional in the input, but the parsed value always
 * has a number sign.
 */
export const colour = () =>
  z
    .string()
    .regex(colourPattern)
    .transform((given) => given.replace(/^(?=[0-9a-f]+$)/i, '#'));

/** A time in seconds or as `hh:mm:ss`. The hours and the minutes may be missing. The parsed value is in seconds. */
export const time = () =>
  z.union([z.number().min(0), z.string().regex(/^(\d{1,2}:){0,2}\d{1,5}(\.\d{1,3})?$/)]).transform((given) =>
    String(given)
      .split(':')
      .reduce((seconds, part) => seconds * 60 + Number(part), 0),
  );

/**
 * Matches a size above 0. The pattern has no lookaheads, because some implementations of JSON Schema do not support
 * lookaheads.
 */
const size = /^(0*[1-9]\d{0,11}(\.\d{1,3})?|0+\.0{0,2}[1-9]\d{0,2})\s*([kKmMgG]([iI]?[bB])?|[bB])?$/;

/**
 * A size above 0, in bytes or with a unit. The units kb, mb and gb are decimal, and kib, mib and gib are binary. The
 * parsed value is in bytes.
 */
export const bytes = () =>
  z.union([z.int().min(1).max(999_999_999_999), z.string().regex(size)]).transform((given) => {
    const [, amount = '0', unit = '', binary] = /^([\d.]+)\s*([kmg]?)(i?)/i.exec(String(given)) ?? [];
    return Math.max(
      1,
      Math.floor(Number(amount) * (binary ? 1024 : 1000) ** ' kmg'.indexOf(unit.toLowerCase() || ' ')),
    );
  });

export const [minKilobits, maxKilobits] = [8, 100_000];

/** Matches a bit rate with a unit. A bit rate without a unit is parsed as a number. */
const rate = /^(0*[1-9]\d{0,5}(\.\d{1,3})?|0+\.\d{1,3})\s*[kKmM]([bB][pP][sS]|[bB][iI][tT]\/[sS])?$/;

/**
 * A bit rate. A number up to `maxKilobits` is in kilobits per second, and a larger number is in bits per second. The
 * parsed value is in kilobits per second. A value outside of the bounds is replaced by the nearest bound.
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

/**
 * Pages such as `1-3,7`, counted from 1, in ascending order. `refine` checks the order, because a JSON schema cannot
 * express it.
 */
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

/** Returns the names in a comma-separated list, in lower case and without surrounding spaces. */
export const namesIn = (list: string) => list.split(',').map((name) => name.trim().toLowerCase());

/** A comma-separated list of names. Each name must be in `names`. */
export const nameList = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform(namesIn)
    .pipe(z.array(z.enum(names)));

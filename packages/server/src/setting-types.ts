/** The definition of a setting, and the types that describe and parse its values. */
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { formatNamed } from '@protean/formats';
import { nearestFormatName } from '@protean/formats/nearest.ts';
import { z } from 'zod';

interface Setting<Type extends z.ZodType> {
  /** Name of the environment variable. */
  name: string;
  description: string;
  type: Type;
  /** Default value, as written in the environment variable. */
  fallback: string | undefined;
  /**
   * Default value as shown in the documentation. If the default depends on the machine, the shown value may differ from
   * `fallback`.
   */
  shown: string;
  /** Whether the value may contain a password. Error messages must not repeat a value that may contain a password. */
  secret: boolean;
}

export function setting<Type extends z.ZodType>(
  name: string,
  description: string,
  type: Type,
  { fallback, ...more }: { fallback?: string; shown?: string; secret?: true } = {},
): Setting<Type> {
  const shown = fallback === undefined || fallback === '' ? 'none' : `\`${fallback}\``;
  return { name, description, type, fallback, shown, secret: false, ...more };
}

export const textList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

export const cidrList = textList.pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])));

/** Parses format names and aliases into a set of extensions. */
export const formatNames = textList.transform((names, issues) => {
  const known = names.map((name) => {
    const format = formatNamed(name);
    if (format) return format.ext;
    const nearest = nearestFormatName(name);
    issues.addIssue(`unknown format "${name}"${nearest === undefined ? '' : `, did you mean ${nearest}?`}`);
    return z.NEVER;
  });
  return new Set(known);
});

const validHosts = 'names or addresses without ports, such as convert.example.com, [2001:db8::1]';

/** Parses hosts into the form that browsers use in a Host header. */
export const hostList = z.string().transform((text, issues) => {
  const hosts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return hosts.map((host) => {
    const url = `http://${isIPv6(host) ? `[${host}]` : host}`;
    if (
      /^[\p{L}\p{M}\p{N}_.-]+$/u.test(host.replace(/^\[[\da-f:.]+\]$|^[\da-f:.]+$/i, 'address')) &&
      URL.canParse(url)
    )
      return new URL(url).hostname.replace(/\.$/, '');
    issues.addIssue(validHosts);
    return z.NEVER;
  });
});

const validOrigins = 'origins, comma separated, such as https://app.example.com, http://localhost:6274';

/** Parses origins into the form that browsers use in the Origin header. */
export const originList = z.string().transform((text, issues) => {
  const origins = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  return origins.map((origin) => {
    if (/^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(origin) && URL.canParse(origin)) return origin;
    issues.addIssue(validOrigins);
    return z.NEVER;
  });
});

const validHeaders = 'headers, comma separated, such as authorization=Bearer%20abc';

/** Parses headers into an object by name. */
export const headerList = textList.transform((headers, issues) => {
  const pairs = headers.map((header) => /^([\w-]+)=(.*)$/.exec(header)?.slice(1) ?? []);
  try {
    return Object.fromEntries(
      pairs.map(([name, value]) => {
        if (name === undefined || value === undefined) throw new URIError(validHeaders);
        return [name, decodeURIComponent(value)] as const;
      }),
    );
  } catch {
    issues.addIssue(validHeaders);
    return z.NEVER;
  }
});

const validShare = 'a number from 0 to 1';

export const share = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, validShare)
  .transform(Number);

const validListen = 'an address and a port, such as 127.0.0.1:9090 or [::1]:9090';

export const addressAndPort = z.string().transform((text, issues) => {
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  issues.addIssue(validListen);
  return z.NEVER;
});

export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const upTo = maximum === Number.MAX_SAFE_INTEGER ? 'on' : `to ${maximum}`;
  const valid = `a whole number from ${minimum} ${upTo}`;
  const number = z.number().min(minimum, valid).max(maximum, valid);
  return z.string().regex(/^\d+$/, valid).transform(Number).pipe(number);
}

const roleNames = ['api', 'worker'] as const;

export const rolesList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(roleNames, 'api, worker or both')).min(1));

const validBucket = 's3://bucket?region=…, with endpoint=https://… where the service is not Amazon’s';

/** Parses the URL of an object store. Returns undefined for the URL `file:`, which selects the data folder. */
export const objectStorage = z.string().transform((text, issues) => {
  if (text === 'file:') return undefined;
  const { protocol, hostname, searchParams, pathname } = URL.parse(text) ?? {};
  const endpoint = searchParams?.get('endpoint') ?? undefined;
  const region = searchParams?.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  const isWhole = pathname === '' || pathname === '/';
  if (protocol === 's3:' && hostname && isWhole && region && (!endpoint || /^https?:\/\//.test(endpoint)))
    return { bucket: hostname, endpoint, region };
  issues.addIssue(`file: or ${validBucket}`);
  return z.NEVER;
});

/**
 * Maximum total of a webhook's retry delays, in seconds. The maximum is one week, because jobs are deleted after one
 * week by default.
 */
const maxWaitSeconds = 604_800;
const validWaits = `up to 20 numbers of seconds, comma separated, together at most ${maxWaitSeconds}`;
export const waits = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?( *, *\d{1,6}(\.\d{1,3})?){0,19}$/, validWaits)
  .transform((text) => text.split(',').map((part) => Math.round(Number(part) * 1000)))
  .refine((ms) => ms.reduce((sum, one) => sum + one, 0) <= maxWaitSeconds * 1000, validWaits)
  .transform(([first = 0, ...others]) => [first, ...others] as const);

export const planNames = [
  'anonymous',
  'free',
  'hobby',
  'startup',
  'scale',
  'growth',
  'enterprise',
  'local',
] as const;

const wholeNumbers = {
  example: '{"anonymous":100}',
  what: 'whole numbers above 0',
  schema: (valid: string) => z.int(valid).positive(valid),
};

const prices = {
  example: '{"hobby":29}',
  what: 'dollars a month, at least 0,',
  schema: (valid: string) => z.number(valid).min(0, valid),
};

function numbersBy(names: readonly string[], { example, what, schema }: typeof wholeNumbers | typeof prices) {
  const valid = `JSON such as ${example}, ${what} by plan: ${names.join(', ')}`;
  return z
    .string()
    .transform((text, issues) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.addIssue(valid);
        return z.NEVER;
      }
    })
    .pipe(
      z
        .record(z.string(), schema(valid), valid)
        .refine((numbers) => Object.keys(numbers).every((name) => names.includes(name)), valid),
    );
}

export const numbersByPlan = numbersBy(planNames, wholeNumbers);

export const pricesByPlan = numbersBy(planNames, prices);

/**
 * Parses the allowed number of requests per minute for each plan. `reading` is the limit for read-only requests without
 * an API key.
 */
export const ratesByPlan = numbersBy([...planNames, 'reading'], wholeNumbers);

/** Parses seconds into milliseconds. */
export const seconds = (minimum: number) => wholeNumber(minimum).transform((number) => number * 1000);

/** Parses megabytes into bytes. */
export const megabytes = (minimum: number) =>
  wholeNumber(minimum).transform((number) => number * 1024 * 1024);

export const absolutePath = z
  .string()
  .min(1)
  .transform((text) => path.resolve(text));

/** Parses `yes` or `no` into a boolean. */
export const yesOrNo = z.enum(['yes', 'no']).transform((text) => text === 'yes');

/** Parses `on` or `off` into a boolean. */
export const onOrOff = z.enum(['on', 'off']).transform((text) => text === 'on');

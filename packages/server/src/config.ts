/** Every setting once: its name, type, default and one sentence; all mistakes are reported together. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const cidrList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])));

const wholeNumber = (minimum: number) =>
  z.string().regex(/^\d+$/, 'a whole number').transform(Number).pipe(z.number().min(minimum));

const numbersByPlan = z
  .string()
  .transform((text, issues) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.addIssue('JSON such as {"anonymous":100}');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.number().int().positive()));

interface Setting {
  says: string;
  type: z.ZodType;
  fallback: string | undefined;
  /** Its value has a password in it and is not repeated when it is wrong. */
  secret?: true;
}

/** One row a setting. Order is the order of `docs/operations.md` and of `protean doctor`. */
export const settings = {
  HOST: { says: 'Address to listen on.', type: z.string().min(1), fallback: '127.0.0.1' },
  PORT: { says: 'Port to listen on; 0 takes any free one.', type: wholeNumber(0), fallback: '8080' },
  BASE_URL: {
    says: 'Address under which clients reach the service; links are made from it.',
    type: z.url().optional(),
    fallback: undefined,
  },
  DATA_DIR: { says: 'Folder for everything that is kept.', type: z.string().min(1), fallback: './data' },
  DATABASE_URL: {
    says: 'PostgreSQL, as postgres://user:password@host/name, for several machines; else a file in DATA_DIR.',
    type: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'an address that begins with postgres://')
      .optional(),
    fallback: undefined,
    secret: true,
  },
  LOG_LEVEL: {
    says: 'How much is logged.',
    type: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    fallback: 'info',
  },
  TRUST_PROXY: {
    says: 'Addresses or CIDRs, comma separated, whose X-Forwarded-For is believed.',
    type: cidrList,
    fallback: '',
  },
  KEY_VERIFICATION: {
    says: 'Whether a free key takes a proved e-mail address (email) or is handed to anybody who asks (none).',
    type: z.enum(['email', 'none']),
    fallback: 'email',
  },
  SMTP_URL: {
    says: 'Mail server, as smtp://user:password@host:587 or smtps://…; else letters are files in DATA_DIR/outbox.',
    type: z
      .string()
      .regex(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://')
      .optional(),
    fallback: undefined,
    secret: true,
  },
  MAIL_FROM: {
    says: 'Who the mail is from.',
    type: z.string().regex(/^[^\p{Cc}]+@[^\p{Cc}]+$/u, 'an e-mail address'),
    fallback: 'Protean <protean@localhost>',
  },
  RATE_OVERRIDES: {
    says: 'Requests a minute by plan, as JSON; replaces the plan table.',
    type: numbersByPlan,
    fallback: '{}',
  },
  QUOTA_OVERRIDES: {
    says: 'Conversions a month by plan, as JSON; replaces the plan table.',
    type: numbersByPlan,
    fallback: '{}',
  },
  SIZE_OVERRIDES: {
    says: 'Largest file in bytes by plan, as JSON; replaces the plan table.',
    type: numbersByPlan,
    fallback: '{}',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    says: 'Addresses or CIDRs, comma separated, that webhooks and source_url may reach although not public.',
    type: cidrList,
    fallback: '',
  },
  CONVERSIONS_AT_ONCE: {
    says: 'Conversions that run at the same time; further ones wait in line.',
    type: wholeNumber(1),
    fallback: String(availableParallelism()),
  },
  CONVERSIONS_WAITING: {
    says: 'Conversions that may wait in line before new ones are told 503.',
    type: wholeNumber(0),
    fallback: '64',
  },
  CONVERSION_SECONDS: {
    says: 'Longest time one conversion may run.',
    type: wholeNumber(1),
    fallback: '60',
  },
} as const satisfies Record<string, Setting>;

export interface Config {
  host: string;
  port: number;
  baseUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: string;
  trustProxy: readonly string[];
  keyVerification: 'email' | 'none';
  smtpUrl: string | undefined;
  mailFrom: string;
  rateOverrides: Readonly<Record<string, number>>;
  quotaOverrides: Readonly<Record<string, number>>;
  sizeOverrides: Readonly<Record<string, number>>;
  webhookAllowPrivate: readonly string[];
  conversionsAtOnce: number;
  conversionsWaiting: number;
  conversionMs: number;
}

export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the settings from `env` (the process environment unless a test passes its own). Throws {@link ConfigError}. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const mistakes: string[] = [];
  function read<K extends keyof typeof settings>(name: K): z.output<(typeof settings)[K]['type']> {
    const { type, fallback, says, secret }: Setting = settings[name];
    const given = env[name] === '' ? undefined : env[name];
    const parsed = type.safeParse(given ?? fallback);
    if (!parsed.success) {
      mistakes.push(
        `${name}=${secret ? '…' : given}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}. ${says}`,
      );
    }
    return parsed.data as z.output<(typeof settings)[K]['type']>;
  }
  const config: Config = {
    host: read('HOST'),
    port: read('PORT'),
    baseUrl: read('BASE_URL'),
    dataDir: path.resolve(read('DATA_DIR') ?? ''),
    databaseUrl: read('DATABASE_URL'),
    logLevel: read('LOG_LEVEL'),
    trustProxy: read('TRUST_PROXY'),
    keyVerification: read('KEY_VERIFICATION'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    rateOverrides: read('RATE_OVERRIDES'),
    quotaOverrides: read('QUOTA_OVERRIDES'),
    sizeOverrides: read('SIZE_OVERRIDES'),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE'),
    conversionsAtOnce: read('CONVERSIONS_AT_ONCE'),
    conversionsWaiting: read('CONVERSIONS_WAITING'),
    conversionMs: read('CONVERSION_SECONDS') * 1000,
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

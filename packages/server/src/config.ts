/** Every setting once: its name, type, default and one sentence; all mistakes are reported together. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { cidrList, numbersByPlan, rolesList, wholeNumber, type Role, waits } from './setting-types.ts';

const MB = 1024 * 1024;

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
  PORT: { says: 'Port to listen on; 0 takes any free one.', type: wholeNumber(0, 65_535), fallback: '8080' },
  BASE_URL: {
    says: 'Address under which clients reach the service; links are made from it.',
    type: z
      .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
      .optional(),
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
  ADMIN_TOKEN: {
    says: 'Opens /metrics to whoever sends it as a bearer token.',
    type: z.string().min(16, 'at least 16 characters').optional(),
    fallback: undefined,
    secret: true,
  },
  SECRET_KEY: {
    says: 'Seals secrets in the database; the same on every machine. Without it a file in DATA_DIR holds one.',
    type: z.string().min(32, 'at least 32 characters').optional(),
    fallback: undefined,
    secret: true,
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
  WEBHOOK_RETRY_SCHEDULE: {
    says: 'Seconds before each attempt at a webhook, comma separated; as many attempts as numbers.',
    type: waits,
    fallback: '0,30,300,1800,7200',
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
  SANDBOX: {
    says: 'The walls around engines: required (all of them), or fewer, without dangerous routes: ns, uid, none.',
    type: z.enum(['required', 'ns', 'uid', 'none']),
    fallback: 'required',
  },
  WARM: {
    says: 'Whether engines wait with their libraries loaded (on) or start for every conversion (off).',
    type: z.enum(['on', 'off']),
    fallback: 'on',
  },
  ROLES: {
    says: 'What this process does: api takes requests, worker carries out jobs; comma separated.',
    type: rolesList,
    fallback: 'api,worker',
  },
  JOBS_AT_ONCE: {
    says: 'Of the conversions at once, those that may be jobs: the rest is for requests that wait for their answer.',
    type: wholeNumber(1),
    fallback: String(Math.max(1, availableParallelism() - 1)),
  },
  JOB_SECONDS: {
    says: 'Longest time that fetching the file of a job and converting it may each take.',
    type: wholeNumber(1),
    fallback: '3600',
  },
  JOB_FILE_MB: {
    says: 'Largest file of a job in megabytes, whatever the plan.',
    type: wholeNumber(1),
    fallback: '5120',
  },
  JOB_RETENTION_SECONDS: {
    says: 'How long a job and its result are kept after it has ended.',
    type: wholeNumber(1),
    fallback: '604800',
  },
  CONVERSION_SECONDS: {
    says: 'Longest time one conversion may run.',
    type: wholeNumber(1),
    fallback: '60',
  },
  CONNECTIONS_AT_ONCE: {
    says: 'Connections open at the same time; further ones are closed unanswered.',
    type: wholeNumber(1),
    fallback: '4096',
  },
  UPLOADS_AT_ONCE: {
    says: 'Uploads received at the same time before new ones are told 503.',
    type: wholeNumber(1),
    fallback: '256',
  },
  UPLOAD_MB_AT_ONCE: {
    says: 'Megabytes of all files being received and converted before new ones are told 503.',
    type: wholeNumber(1),
    fallback: '8192',
  },
  DISK_RESERVE_MB: {
    says: 'Megabytes of the disk that uploads leave free; with less, new ones are told 503.',
    type: wholeNumber(0),
    fallback: '128',
  },
  HEADERS_SECONDS: {
    says: 'Longest time that the headers of a request may take.',
    type: wholeNumber(1),
    fallback: '10',
  },
  SLOWEST_BYTES_PER_SECOND: {
    says: 'A client that sends or takes a file more slowly is cut off.',
    type: wholeNumber(1),
    fallback: '8192',
  },
  SLOWEST_SECONDS: {
    says: 'Over how long that is measured.',
    type: wholeNumber(1),
    fallback: '20',
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
  adminToken: string | undefined;
  secretKey: string | undefined;
  keyVerification: 'email' | 'none';
  smtpUrl: string | undefined;
  mailFrom: string;
  rateOverrides: Readonly<Record<string, number>>;
  quotaOverrides: Readonly<Record<string, number>>;
  sizeOverrides: Readonly<Record<string, number>>;
  webhookAllowPrivate: readonly string[];
  /** Milliseconds before each attempt. */
  webhookWaits: readonly [number, ...number[]];
  conversionsAtOnce: number;
  conversionsWaiting: number;
  walls: 'required' | 'ns' | 'uid' | 'none';
  warm: boolean;
  conversionMs: number;
  roles: readonly Role[];
  jobsAtOnce: number;
  jobMs: number;
  jobFileBytes: number;
  jobRetentionMs: number;
  connectionsAtOnce: number;
  uploadsAtOnce: number;
  uploadBytesAtOnce: number;
  /** In bytes. */
  diskReserve: number;
  headersMs: number;
  pace: { bytesPerSecond: number; seconds: number };
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
    adminToken: read('ADMIN_TOKEN'),
    secretKey: read('SECRET_KEY'),
    keyVerification: read('KEY_VERIFICATION'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    rateOverrides: read('RATE_OVERRIDES'),
    quotaOverrides: read('QUOTA_OVERRIDES'),
    sizeOverrides: read('SIZE_OVERRIDES'),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE'),
    webhookWaits: read('WEBHOOK_RETRY_SCHEDULE'),
    conversionsAtOnce: read('CONVERSIONS_AT_ONCE'),
    conversionsWaiting: read('CONVERSIONS_WAITING'),
    walls: read('SANDBOX'),
    warm: read('WARM') === 'on',
    conversionMs: read('CONVERSION_SECONDS') * 1000,
    roles: read('ROLES'),
    jobsAtOnce: read('JOBS_AT_ONCE'),
    jobMs: read('JOB_SECONDS') * 1000,
    jobFileBytes: read('JOB_FILE_MB') * MB,
    jobRetentionMs: read('JOB_RETENTION_SECONDS') * 1000,
    connectionsAtOnce: read('CONNECTIONS_AT_ONCE'),
    uploadsAtOnce: read('UPLOADS_AT_ONCE'),
    uploadBytesAtOnce: read('UPLOAD_MB_AT_ONCE') * MB,
    diskReserve: read('DISK_RESERVE_MB') * MB,
    headersMs: read('HEADERS_SECONDS') * 1000,
    pace: { bytesPerSecond: read('SLOWEST_BYTES_PER_SECOND'), seconds: read('SLOWEST_SECONDS') },
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

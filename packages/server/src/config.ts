/** All settings with their names, types, defaults and descriptions. All invalid settings are reported together. */
import { availableParallelism } from 'node:os';
import { didYouMean, nearestName, nearestNames } from '@protean/formats/nearest.ts';
import { z } from 'zod';
import {
  absolutePath,
  addressAndPort,
  cidrList,
  formatNames,
  headerList,
  hostList,
  megabytes,
  numbersByPlan,
  objectStorage,
  onOrOff,
  originList,
  pricesByPlan,
  ratesByPlan,
  rolesList,
  seconds,
  setting,
  share,
  waits,
  wholeNumber,
  yesOrNo,
} from './setting-types.ts';
import { stripeSettings } from './stripe-settings.ts';

const cores = availableParallelism();

/** Settings by their names in {@link Config}, in the order of `docs/operations/settings.md`. */
export const settings = {
  host: setting('HOST', 'Address to listen on.', z.string().min(1), { fallback: '127.0.0.1' }),
  port: setting('PORT', 'Port to listen on; 0 selects a free port.', wholeNumber(0, 65_535), {
    fallback: '8080',
  }),
  baseUrl: setting(
    'BASE_URL',
    'URL that clients use to reach the service; links begin with it.',
    z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }).optional(),
  ),
  allowedHosts: setting(
    'ALLOWED_HOSTS',
    'Additional names and addresses, comma separated, that are allowed in the Host header.',
    hostList,
    { fallback: '' },
  ),
  installation: setting(
    'INSTALLATION',
    'Callers of the service: accounts with API keys (public), or everybody who can connect, without a key (private).',
    z.enum(['public', 'private']),
    { fallback: 'public' },
  ),
  trustedNetwork: setting(
    'INSTALLATION_TRUSTED_NETWORK',
    'Whether a private installation accepts connections from all other machines that can reach it (yes or no).',
    yesOrNo,
    { fallback: 'no' },
  ),
  dataDir: setting('DATA_DIR', 'Folder for all stored data.', absolutePath, { fallback: './data' }),
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL, as postgres://user:password@host/name, for several machines; otherwise a file in DATA_DIR is used.',
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'an address that begins with postgres://')
      .optional(),
    { secret: true },
  ),
  redisUrl: setting(
    'REDIS_URL',
    'Redis or Valkey, as redis://:password@host:6379 or rediss://…, for the counts of the throttle and notifications between processes; otherwise the database is used.',
    z
      .string()
      .regex(/^rediss?:\/\/[^/]/, 'an address that begins with redis:// or rediss://')
      .optional(),
    { secret: true },
  ),
  storage: setting(
    'STORAGE_URL',
    'Storage of results and job files: file: for DATA_DIR, or s3://bucket?endpoint=…&region=… for a bucket that several machines use.',
    objectStorage,
    { fallback: 'file:' },
  ),
  storageKeyId: setting('AWS_ACCESS_KEY_ID', 'Id of the access key for the bucket.', z.string().optional()),
  storageKey: setting('AWS_SECRET_ACCESS_KEY', 'Secret access key for the bucket.', z.string().optional(), {
    secret: true,
  }),
  logLevel: setting(
    'LOG_LEVEL',
    'Lowest level of messages that are logged.',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    { fallback: 'info' },
  ),
  logFormat: setting(
    'LOG_FORMAT',
    'Format of the log: JSON for programs (json), lines for people (text), or auto: text on a terminal, otherwise JSON.',
    z.enum(['auto', 'json', 'text']),
    { fallback: 'auto' },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Addresses or CIDRs, comma separated, whose X-Forwarded-For is trusted.',
    cidrList,
    { fallback: '' },
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'URL of an OpenTelemetry collector (OTLP over HTTP) to which traces are sent; without it, no traces are recorded.',
    z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }).optional(),
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, as name=value, comma separated; values are percent-encoded.',
    headerList,
    { fallback: '', secret: true },
  ),
  otlpServiceName: setting('OTEL_SERVICE_NAME', 'Name of this process in traces.', z.string().min(1), {
    fallback: 'protean',
  }),
  otlpShare: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    'Share of traces that are recorded, from 0 to 1; for a request with a traceparent, its sender decides.',
    share,
    { fallback: '1' },
  ),
  adminToken: setting(
    'ADMIN_TOKEN',
    'The bearer token for GET /metrics.',
    z.string().min(16, 'at least 16 characters').optional(),
    { secret: true },
  ),
  metricsListen: setting(
    'METRICS_LISTEN',
    'Address and port that serve only /metrics, without a token.',
    addressAndPort.optional(),
  ),
  secretKey: setting(
    'SECRET_KEY',
    'Key that encrypts secrets in the database; must be the same on every machine. Without it, the key in DATA_DIR/secret.key is used.',
    z.string().min(32, 'at least 32 characters').optional(),
    { secret: true },
  ),
  keyVerification: setting(
    'KEY_VERIFICATION',
    'Whether a free key requires a verified e-mail address (email) or not (none, as on a private installation).',
    z.enum(['email', 'none']),
    { fallback: 'email' },
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server, as smtp://user:password@host:587 or smtps://…; otherwise e-mails are written to files in DATA_DIR/outbox.',
    z
      .string()
      .regex(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://')
      .optional(),
    { secret: true },
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Sender of e-mails.',
    z.string().regex(/^[^\p{Cc}]+@[^\p{Cc}]+$/u, 'an e-mail address'),
    { fallback: 'Protean <protean@localhost>' },
  ),
  rateOverrides: setting(
    'RATE_OVERRIDES',
    'Requests per minute by plan, as JSON; replaces values of the plan table.',
    ratesByPlan,
    { fallback: '{}' },
  ),
  quotaOverrides: setting(
    'QUOTA_OVERRIDES',
    'Conversions per month by plan, as JSON; replaces values of the plan table.',
    numbersByPlan,
    { fallback: '{}' },
  ),
  sizeOverrides: setting(
    'SIZE_OVERRIDES',
    'Largest file in bytes by plan, as JSON; replaces values of the plan table.',
    numbersByPlan,
    { fallback: '{}' },
  ),
  jobSizeOverrides: setting(
    'JOB_SIZE_OVERRIDES',
    'Largest file of a job in bytes by plan, as JSON; replaces values of the plan table.',
    numbersByPlan,
    { fallback: '{}' },
  ),
  planPrices: setting(
    'PLAN_PRICES',
    'Price in dollars per month by plan, as JSON, for GET /v1/plans; replaces values of the plan table.',
    pricesByPlan,
    { fallback: '{}' },
  ),
  ...stripeSettings,
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Private addresses or CIDRs, comma separated, that webhooks and source_url may reach.',
    cidrList,
    { fallback: '' },
  ),
  webhookWaits: setting(
    'WEBHOOK_RETRY_SCHEDULE',
    'Delays in seconds before each attempt to deliver a webhook, comma separated; one attempt per number.',
    waits,
    { fallback: '0,30,300,1800,7200' },
  ),
  conversionsAtOnce: setting(
    'CONVERSIONS_AT_ONCE',
    'Maximum number of simultaneous conversions; further conversions are queued.',
    wholeNumber(1),
    { fallback: String(cores), shown: 'cores' },
  ),
  conversionsWaiting: setting(
    'CONVERSIONS_WAITING',
    'Maximum number of queued conversions, regardless of their expected wait; each uses memory and a connection.',
    wholeNumber(0),
    { fallback: '512' },
  ),
  conversionWaitMs: setting(
    'CONVERSION_WAIT_SECONDS',
    'Maximum expected wait of a conversion; conversions with a longer expected wait are rejected with 503.',
    seconds(1),
    { fallback: '20' },
  ),
  resultCacheBytes: setting(
    'RESULT_CACHE_MB',
    'Megabytes of results that are cached for up to 24 hours, for accounts that repeat a conversion; 0 disables the cache.',
    megabytes(0),
    { fallback: '0' },
  ),
  isolation: setting(
    'SANDBOX',
    'Isolation of engines: required (full), or uid or none, which are weaker and offer no dangerous routes.',
    z.enum(['required', 'uid', 'none'], {
      error: ({ input }) => (input === 'ns' ? 'required, uid or none (ns was removed)' : undefined),
    }),
    { fallback: 'required' },
  ),
  formatsWithout: setting(
    'FORMATS_WITHOUT',
    'Disabled formats, comma separated, such as heic until its library has an update.',
    formatNames,
    { fallback: '' },
  ),
  warm: setting(
    'WARM',
    'Whether warm engines keep their libraries loaded (on) or engines start for each conversion (off).',
    onOrOff,
    { fallback: 'on' },
  ),
  roles: setting(
    'ROLES',
    'Roles of this process, comma separated: api serves requests, worker converts and runs jobs.',
    rolesList,
    { fallback: 'api,worker' },
  ),
  workerAddress: setting(
    'WORKER_ADDRESS',
    'Address and port on which a process with ROLES=worker listens for processes with ROLES=api; 0.0.0.0 means all addresses, port 0 any free port.',
    addressAndPort,
    { fallback: '127.0.0.1:0' },
  ),
  jobsAtOnce: setting(
    'JOBS_AT_ONCE',
    'Number of CONVERSIONS_AT_ONCE slots that jobs may use; the other slots are for requests that wait for a response.',
    wholeNumber(1),
    { fallback: String(Math.max(1, cores - 1)), shown: 'cores less one' },
  ),
  jobMs: setting(
    'JOB_SECONDS',
    'Maximum time for each of two parts of a job: fetching its file, and converting it.',
    seconds(1),
    { fallback: '3600' },
  ),
  jobFileBytes: setting('JOB_FILE_MB', 'Largest file of a job in megabytes, for every plan.', megabytes(1), {
    fallback: '5120',
  }),
  jobRetentionMs: setting(
    'JOB_RETENTION_SECONDS',
    'Time for which a job and its result are kept after the job has ended.',
    seconds(1),
    { fallback: '604800' },
  ),
  conversionMs: setting(
    'CONVERSION_SECONDS',
    'Time limit of a conversion, without the time in which it waits for busy processors.',
    seconds(1),
    { fallback: '60' },
  ),
  mcpOrigins: setting(
    'MCP_ORIGINS',
    'Additional origins, comma separated, whose pages may call /mcp from a browser.',
    originList,
    { fallback: '' },
  ),
  mcpWaitMs: setting(
    'MCP_WAIT_SECONDS',
    'Time for which a tool call of an agent waits for its conversion before the conversion continues as a job.',
    seconds(1),
    { fallback: '25' },
  ),
  connectionsAtOnce: setting(
    'CONNECTIONS_AT_ONCE',
    'Maximum number of open connections; further connections are closed.',
    wholeNumber(1),
    { fallback: '4096' },
  ),
  uploadsAtOnce: setting(
    'UPLOADS_AT_ONCE',
    'Maximum number of simultaneous uploads; further uploads are rejected with 503.',
    wholeNumber(1),
    { fallback: '256' },
  ),
  uploadBytesAtOnce: setting(
    'UPLOAD_MB_AT_ONCE',
    'Maximum megabytes of all files that are being received or converted; further uploads are rejected with 503.',
    megabytes(1),
    { fallback: '8192' },
  ),
  diskReserve: setting(
    'DISK_RESERVE_MB',
    'Megabytes of the disk that uploads must leave free; uploads that would leave less are rejected with 503.',
    megabytes(0),
    { fallback: '128' },
  ),
  headersMs: setting('HEADERS_SECONDS', 'Maximum time for receiving the headers of a request.', seconds(1), {
    fallback: '10',
  }),
  slowestBytesPerSecond: setting(
    'SLOWEST_BYTES_PER_SECOND',
    'Minimum throughput: a client that sends or receives a file more slowly is disconnected.',
    wholeNumber(1),
    { fallback: '8192' },
  ),
  slowestSeconds: setting(
    'SLOWEST_SECONDS',
    'Seconds over which the minimum throughput is measured.',
    wholeNumber(1),
    {
      fallback: '20',
    },
  ),
};

export type Config = {
  readonly [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['type']>;
};

export class ConfigError extends Error {
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads the settings from `env`, by default from the environment of the process. Throws {@link ConfigError}. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const mistakes: string[] = [];
  const values = Object.entries(settings).map(([field, { name, description, type, fallback, secret }]) => {
    const given = env[name] === '' ? undefined : env[name];
    const parsed = type.safeParse(given ?? fallback);
    if (!parsed.success) {
      const wrong = parsed.error.issues.map(({ message }) => message).join('; ');
      const meant = parsed.error.issues.flatMap((issue) =>
        issue.code === 'invalid_value' ? nearestNames(given ?? '', issue.values.map(String)) : [],
      );
      const advice = meant.length > 0 ? `${didYouMean(meant)} ` : '';
      mistakes.push(`${name}=${secret ? '…' : given}: ${wrong}. ${advice}${description}`);
    }
    return [field, parsed.data] as const;
  });
  mistakes.push(...mistypedNames(env));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return Object.fromEntries(values) as Config;
}

/**
 * An unknown variable is reported as a mistyped setting only if its name has at least this length. A shorter
 * name may resemble a setting by chance, although the variable belongs to another program.
 */
const minNameLength = 8;

/** Returns a message for each unknown variable that resembles a setting, so that typos are not ignored. */
function mistypedNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.values(settings).map(({ name }) => name);
  return Object.keys(env).flatMap((name) => {
    if (name.length < minNameLength || known.includes(name)) return [];
    const nearest = nearestName(name, known);
    return nearest === undefined ? [] : [`${name}: unknown setting. Did you mean ${nearest}?`];
  });
}

/** Loads the configuration. `overrides` replaces environment variables. An empty override selects the default. */
export function loadConfigWith(overrides: Readonly<Record<string, string>>): Config {
  return loadConfig({ ...process.env, ...overrides });
}

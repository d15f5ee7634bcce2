import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

test('applies defaults to missing and empty environment variables', () => {
  const config = loadConfig({ PORT: '' });
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8080);
  assert.equal(config.conversionMs, 60_000);
  assert.deepEqual(config.trustProxy, []);
});

test('parses the values of settings as numbers, lists and JSON objects', () => {
  const config = loadConfig({ PORT: '0', TRUST_PROXY: '10.0.0.0/8, ::1', RATE_OVERRIDES: '{"anonymous":7}' });
  assert.equal(config.port, 0);
  assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '::1']);
  assert.deepEqual(config.rateOverrides, { anonymous: 7 });
});

test('converts WEBHOOK_RETRY_SCHEDULE to delays in milliseconds', () => {
  const waits = (text?: string) => loadConfig({ WEBHOOK_RETRY_SCHEDULE: text }).webhookWaits;
  assert.deepEqual(waits(), [0, 30_000, 300_000, 1_800_000, 7_200_000]);
  assert.deepEqual(waits('0.25'), [250]);
  assert.deepEqual(waits('0, 1,2.5'), [0, 1_000, 2_500]);
  for (const text of [
    '-1',
    '0,',
    ',0',
    'soon',
    '0;1',
    '1e3',
    '0x1',
    '0,604801',
    '302401,302400',
    '1,'.repeat(20) + '1',
  ])
    assert.throws(() => waits(text), /WEBHOOK_RETRY_SCHEDULE=.*numbers of seconds/, text);
});

test('FORMATS_WITHOUT accepts all names of a format, and rejects unknown names', () => {
  const disabled = (text?: string) => [...loadConfig({ FORMATS_WITHOUT: text }).formatsWithout];
  assert.deepEqual(disabled(), []);
  assert.deepEqual(disabled('HEIF, .jpeg,heic'), ['heic', 'jpg']);
  assert.throws(
    () => disabled('heic,avi1,qqqqqq'),
    /FORMATS_WITHOUT=.*unknown format "avi1", did you mean avif?\?; unknown format "qqqqqq"\. Disabled/,
  );
});

test('reports all invalid settings in one error, each with its name', () => {
  const wrong = { PORT: 'http', RATE_OVERRIDES: '{', TRUST_PROXY: 'proxy.local', CONVERSIONS_AT_ONCE: '0' };
  assert.throws(
    () => loadConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError);
      for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(`^  ${name}=`, 'm'));
      return true;
    },
  );
});

test('rejects the removed isolation level SANDBOX=ns, and lists the remaining levels', () => {
  assert.throws(
    () => loadConfig({ SANDBOX: 'ns' }),
    /SANDBOX=ns: .*required, uid or none \(ns was removed\)/,
  );
});

test('ALLOWED_HOSTS refuses ports, and METRICS_LISTEN requires a port', () => {
  const { allowedHosts } = loadConfig({
    ALLOWED_HOSTS: ' A.example., b\u00fccher.example,::1, [2001:DB8:0::1],10.0.0.1 ',
  });
  assert.deepEqual(allowedHosts, [
    'a.example',
    'xn--bcher-kva.example',
    '[::1]',
    '[2001:db8::1]',
    '10.0.0.1',
  ]);
  for (const text of [
    'a.example:80',
    'http://a.example',
    '[::1]:80',
    'a@b',
    'a/b',
    'a b',
    '*',
    '%61',
    '[::1',
  ])
    assert.throws(() => loadConfig({ ALLOWED_HOSTS: text }), /ALLOWED_HOSTS=.*without ports/, text);
  const listen = (text?: string) => loadConfig({ METRICS_LISTEN: text }).metricsListen;
  assert.equal(listen(), undefined);
  assert.deepEqual(listen('127.0.0.1:9090'), { host: '127.0.0.1', port: 9090 });
  assert.deepEqual(listen('[::1]:0'), { host: '::1', port: 0 });
  for (const text of [
    '9090',
    ':9090',
    'localhost',
    '::1:9090',
    '127.0.0.1:65536',
    '127.0.0.1:-1',
    '127.0.0.1:9090/x',
  ])
    assert.throws(() => listen(text), /METRICS_LISTEN=.*an address and a port/, text);
});

test('an error about a setting does not repeat a value that may contain a password', () => {
  assert.throws(
    () => loadConfig({ DATABASE_URL: 'postgress://protean:swordfish@db/protean' }),
    (error) => error instanceof ConfigError && !error.message.includes('swordfish'),
  );
});

test('rejects a misspelled setting and suggests the correct name', () => {
  assert.throws(
    () => loadConfig({ DATA_DIRS: '/srv', SMPT_URL: 'smtp://a' }),
    /DATA_DIRS.*DATA_DIR\?[^]*SMPT_URL.*SMTP_URL\?/,
  );
  assert.ok(loadConfig({ HOME: '/root', HOSTNAME: 'a', LANGUAGE: 'de', NODE_OPTIONS: '--no-warnings' }));
});

test('parses the settings OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER_ARG', () => {
  const headers = (text: string) => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).otlpHeaders;
  assert.deepEqual(headers('authorization=Bearer%20abc=, x-team=a'), {
    authorization: 'Bearer abc=',
    'x-team': 'a',
  });
  for (const text of ['authorization', '=a', 'a=%', 'a b=c'])
    assert.throws(() => headers(text), /headers, comma separated/, text);
  const share = (text: string) => loadConfig({ OTEL_TRACES_SAMPLER_ARG: text }).otlpShare;
  assert.deepEqual(['0', '0.25', '1', '1.0'].map(share), [0, 0.25, 1, 1]);
  for (const text of ['2', '-1', '1.5', 'a', '.5']) assert.throws(() => share(text), /from 0 to 1/, text);
});

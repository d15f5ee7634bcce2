import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, loadConfig } from '../../config.ts';
import { requireTrustedNetwork } from './trusted-network.ts';

const check = (env: Record<string, string>) => requireTrustedNetwork(loadConfig(env));
const isPrivate = { INSTALLATION: 'private' };

const reached: readonly Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { HOST: 'convert.home' },
  { BASE_URL: 'https://convert.example.com' },
  { ALLOWED_HOSTS: 'localhost,convert.home' },
];

for (const env of reached) {
  test(`a private installation rejects ${JSON.stringify(env)} if INSTALLATION_TRUSTED_NETWORK is not set`, () => {
    assert.throws(() => check({ ...isPrivate, ...env }), ConfigError);
    check({ ...isPrivate, ...env, INSTALLATION_TRUSTED_NETWORK: 'yes' });
    check(env);
  });
}

test('a private installation accepts loopback addresses in HOST and BASE_URL', () => {
  for (const env of [{}, { HOST: '::1' }, { HOST: 'localhost' }, { BASE_URL: 'http://127.0.0.1:9000' }])
    check({ ...isPrivate, ...env });
});

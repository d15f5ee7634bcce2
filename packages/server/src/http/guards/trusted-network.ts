/** Checks whether a private installation may listen on its address (contract §14.6). */
import { ConfigError, type Config } from '../../config.ts';
import { isLoopback } from './loopback.ts';

type Reach = Pick<Config, 'installation' | 'trustedNetwork' | 'host' | 'baseUrl' | 'allowedHosts'>;

/**
 * Throws {@link ConfigError} if other machines can reach a private installation. Does not throw if the operator has
 * declared that all machines of the network may use the installation.
 */
export function requireTrustedNetwork({
  installation,
  trustedNetwork,
  host,
  baseUrl,
  allowedHosts,
}: Reach): void {
  if (installation === 'public' || trustedNetwork) return;
  const open = [
    ...(isLoopback(host) ? [] : [`HOST=${host}`]),
    ...(baseUrl === undefined || isLoopback(new URL(baseUrl).hostname) ? [] : [`BASE_URL=${baseUrl}`]),
    ...allowedHosts.filter((name) => !isLoopback(name)).map((name) => `ALLOWED_HOSTS=${name}`),
  ];
  if (open.length === 0) return;
  throw new ConfigError([
    `${open.join(', ')}: INSTALLATION=private lets everybody who can reach this address convert without a key and use the webhooks, jobs and keys of the account local. By default only this machine may. To allow a whole network, set INSTALLATION_TRUSTED_NETWORK=yes.`,
  ]);
}

/**
 * The channel between API processes and workers. The channel uses TLS with a pre-shared key. API processes and workers
 * derive the pre-shared key from `SECRET_KEY`. Before they send any data, both sides of the channel authenticate each
 * other without certificates.
 */
import { hkdfSync } from 'node:crypto';
import type { ConnectionOptions, TlsOptions } from 'node:tls';

/**
 * The cipher is forward secret: even if the key leaks, recorded traffic cannot be decrypted. Node supports pre-shared
 * keys only in TLS 1.2.
 */
const protocol = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

const identity = 'protean';

type CallerOptions = Pick<ConnectionOptions, keyof typeof protocol | 'pskCallback' | 'checkServerIdentity'>;

/** TLS options for both ends of a connection. */
export interface Channel {
  listener: TlsOptions;
  caller: CallerOptions;
}

/** Returns the TLS options of both sides. `secret` is the installation's secret: any string that cannot be guessed. */
export function workerChannel(secret: string): Channel {
  const psk = Buffer.from(hkdfSync('sha256', secret, '', 'protean workers', 32));
  return {
    listener: { ...protocol, pskCallback: (_socket, named) => (named === identity ? psk : null) },
    caller: {
      ...protocol,
      pskCallback: () => ({ psk, identity }),
      // Skips the check of the host name. The pre-shared key authenticates the worker, and no certificate exists that
      // could contain a host name.
      checkServerIdentity: () => undefined,
    },
  };
}

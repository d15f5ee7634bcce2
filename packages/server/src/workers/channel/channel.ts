/**
 * The channel between api processes and workers: TLS whose key both derive from `SECRET_KEY`, so that each knows the other
 * for a process of this installation before a byte is sent, without certificates.
 */
import { hkdfSync } from 'node:crypto';
import type { ConnectionOptions, TlsOptions } from 'node:tls';

/** Forward secret, so that a key that leaks later opens nothing that was recorded. Node knows such keys in TLS 1.2 only. */
const protocol = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

const identity = 'protean';

type CallerOptions = Pick<ConnectionOptions, keyof typeof protocol | 'pskCallback' | 'checkServerIdentity'>;

/** What the two ends of a connection are opened with. */
export interface Channel {
  listener: TlsOptions;
  caller: CallerOptions;
}

/** `secret` is that of the installation, any text that cannot be guessed. */
export function workerChannel(secret: string): Channel {
  const psk = Buffer.from(hkdfSync('sha256', secret, '', 'protean workers', 32));
  return {
    listener: { ...protocol, pskCallback: (_socket, named) => (named === identity ? psk : null) },
    caller: {
      ...protocol,
      pskCallback: () => ({ psk, identity }),
      // The key proves who is there; there is no certificate that could name a host.
      checkServerIdentity: () => undefined,
    },
  };
}

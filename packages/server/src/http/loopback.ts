/** Names and addresses by which only this machine reaches itself. */

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127\./i.test(host);
}

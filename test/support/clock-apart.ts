/** Settings of a process whose machine's clock differs, by Debian's libfaketime. */

/** `by` as libfaketime is told it: `+1h`, `-60s`. Times that are measured are not changed. */
export function clockApart(by: string): Record<string, string> {
  // The loader finds the folder by the machine's architecture.
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

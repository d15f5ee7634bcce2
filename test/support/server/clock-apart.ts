/** Environment variables that shift the clock of a process with Debian's libfaketime. */

/**
 * Returns the environment variables. `by` is the shift in the notation of libfaketime, such as `+1h` or `-60s`. The
 * monotonic clock is not shifted.
 */
export function clockApart(by: string): Record<string, string> {
  // The dynamic loader replaces `$LIB` with the library folder of the machine's architecture.
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

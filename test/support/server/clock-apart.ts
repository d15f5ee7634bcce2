/** Settings that change the clock of a process with Debian's libfaketime. */

/**
 * Returns the settings. `by` is the difference in the notation of libfaketime, such as `+1h` or `-60s`. Monotonic time
 * does not change.
 */
export function clockApart(by: string): Record<string, string> {
  // The loader replaces `$LIB` with the library folder of the machine's architecture.
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

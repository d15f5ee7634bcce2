/** Settings that give a process a different clock, with Debian's libfaketime. */

/** `by` is the difference in the notation of libfaketime: `+1h`, `-60s`. Monotonic time does not change. */
export function clockApart(by: string): Record<string, string> {
  // The loader replaces `$LIB` by the library folder of the machine's architecture.
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Settings of a process with a different clock, by Debian's libfaketime. */

/** `by` in the notation of libfaketime: `+1h`, `-60s`. Monotonic time does not change. */
export function clockApart(by: string): Record<string, string> {
  // The loader finds the folder by the machine's architecture.
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Whether a caller wants to be told about the result instead of getting it (contract §3.7). */

/**
 * True when `Accept` asks for JSON and does not welcome anything whatsoever too, as HTTP libraries make it do that put
 * JSON first of their own accord: they get the file.
 */
export function wantsJson(accept: string | undefined): boolean {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([type]) => type);
  return types.includes('application/json') && !types.includes('*/*');
}

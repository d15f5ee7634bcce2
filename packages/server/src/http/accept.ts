/** Detects whether a caller wants the result object instead of the file (contract §3.7). */

/**
 * Returns true if `Accept` contains JSON but no wildcard for any type. HTTP libraries that prefer JSON by default also
 * accept any type, so they get the file.
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

export function isGzipAccepted(header = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header);
}

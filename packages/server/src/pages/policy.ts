/**
 * Headers of every page. The headers forbid content from other origins, inline code, frames, and scripts that create
 * HTML from strings.
 */

const policy = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  'frame-src blob:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const pageHeaders = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  Vary: 'Accept-Language, Cookie, Accept-Encoding',
} as const;

/** The token that a request presents (contract §7.1). */

/** Of a header such as `Bearer svc_sk_…`; undefined where it is anything else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}

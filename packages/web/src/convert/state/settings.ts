/** What the page tells the tool: who the visitor is, what the limits are, and where the service is. */

export interface Settings {
  /** The service's own address, with a slash at the end. */
  base: string;
  language: string;
  isSignedIn: boolean;
  /** An installation of one's own, which converts without an account and without limits. */
  isPrivate: boolean;
  maxBytes: number;
  /** Larger files are converted as jobs. */
  directBytes: number;
  perMinute: number;
  routesUrl: string;
  /** The pair that the page is about. */
  source: string | undefined;
  target: string | undefined;
}

export function settingsOf({ dataset }: HTMLElement, document: Document): Settings {
  const { lang, dataset: page } = document.documentElement;
  const base = new URL(page['base'] ?? '/', document.baseURI).href;
  return {
    base,
    language: lang,
    isSignedIn: dataset['signedIn'] === 'true',
    isPrivate: dataset['private'] === 'true',
    maxBytes: Number(dataset['maxBytes']),
    directBytes: Number(dataset['directBytes']),
    perMinute: Number(dataset['perMinute']),
    routesUrl: dataset['routes'] ?? '',
    source: dataset['source'],
    target: dataset['target'],
  };
}

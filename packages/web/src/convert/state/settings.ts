/** Settings that the page contains: the visitor, the limits, and the URL of the service. */

export interface Settings {
  /** Base URL of the service, with a trailing slash. */
  base: string;
  language: string;
  isSignedIn: boolean;
  /** Whether the installation is private. Private installations convert without accounts and limits. */
  isPrivate: boolean;
  /** Whether the installation sells plans. */
  sellsPlans: boolean;
  maxBytes: number;
  /** Size in bytes above which a file is converted as a job. On a public installation, jobs need an account. */
  directBytes: number;
  perMinute: number;
  routesUrl: string;
  /** Source and target format, if the page describes one conversion. */
  source: string | undefined;
  target: string | undefined;
  /** The task, if the page is for a single task. A task has a fixed target. */
  task: Task | undefined;
}

export interface Task {
  /** Options that are shown as fields, in this order. */
  options: readonly string[];
  /** Options that are already set. */
  values?: Readonly<Record<string, string>>;
  /**
   * The user must set at least one of the options in `requires`. If no option in `requires` is set, the task would not
   * change the file.
   */
  requires: readonly string[];
  /** Whether several files are merged into one. */
  combines?: boolean;
  /** Whether to show the pages of the file, so that the user can choose, reorder and rotate them. */
  showsPages?: boolean;
  /**
   * The option whose value is the second file, if the user chooses two files. The two files are not combined into one
   * result.
   */
  secondFile?: string;
  /** Label of the button that starts the task. */
  action: string;
}

export function settingsOf({ dataset }: HTMLElement, document: Document): Settings {
  const { lang, dataset: page } = document.documentElement;
  const base = new URL(page['base'] ?? '/', document.baseURI).href;
  return {
    base,
    language: lang,
    isSignedIn: dataset['signedIn'] === 'true',
    isPrivate: dataset['private'] === 'true',
    sellsPlans: dataset['sellsPlans'] === 'true',
    maxBytes: Number(dataset['maxBytes']),
    directBytes: Number(dataset['directBytes']),
    perMinute: Number(dataset['perMinute']),
    routesUrl: dataset['routes'] ?? '',
    source: dataset['source'],
    target: dataset['target'],
    task: dataset['task'] === undefined ? undefined : (JSON.parse(dataset['task']) as Task),
  };
}

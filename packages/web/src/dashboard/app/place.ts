/** The current location in the dashboard, which the URL encodes. */

export const sections = ['overview', 'keys', 'jobs', 'webhooks', 'billing', 'account'] as const;

export type Section = (typeof sections)[number];

export const statuses = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;

type Status = (typeof statuses)[number];

export interface Place {
  section: Section;
  /** Job to show in the section `jobs`. */
  jobId?: string;
  /** Status filter of the section `jobs`. */
  status?: Status;
}

/** Parses a URL. `root` is the URL of the dashboard, without a trailing slash. */
export function placeOf(root: string, { pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const [name = '', jobId] = pathname.slice(new URL(root).pathname.length + 1).split('/');
  const section = sections.find((one) => one === name) ?? 'overview';
  const status = statuses.find((one) => one === new URLSearchParams(search).get('status'));
  if (section !== 'jobs') return { section };
  return { section, ...(jobId ? { jobId } : {}), ...(status ? { status } : {}) };
}

export function addressOf(root: string, { section, jobId, status }: Place): string {
  if (section === 'overview') return root;
  return `${root}/${section}${jobId ? `/${jobId}` : ''}${status ? `?status=${status}` : ''}`;
}

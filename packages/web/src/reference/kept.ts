/** Values stored in the browser if it allows this. A page works without them. */

type Lifetime = 'local' | 'session';

export function kept(lifetime: Lifetime, name: string): string | null {
  try {
    return storageOf(lifetime).getItem(name);
  } catch {
    return null;
  }
}

export function keep(lifetime: Lifetime, name: string, value: string): void {
  try {
    storageOf(lifetime).setItem(name, value);
  } catch {
    // The value is asked for again on the next page.
  }
}

const storageOf = (lifetime: Lifetime) => (lifetime === 'local' ? localStorage : sessionStorage);

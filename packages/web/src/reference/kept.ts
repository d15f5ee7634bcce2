/** Stores values in the browser, if the browser allows it. Pages also work without stored values. */

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
    // If the browser refuses to store the value, the next page asks the user for the value again.
  }
}

const storageOf = (lifetime: Lifetime) => (lifetime === 'local' ? localStorage : sessionStorage);

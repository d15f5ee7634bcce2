/** Values that the browser keeps, where it may: a page works without. */

type Place = 'local' | 'session';

export function kept(place: Place, name: string): string | null {
  try {
    return storage(place).getItem(name);
  } catch {
    return null;
  }
}

export function keep(place: Place, name: string, value: string): void {
  try {
    storage(place).setItem(name, value);
  } catch {
    // It is asked for again on the next page.
  }
}

const storage = (place: Place) => (place === 'local' ? localStorage : sessionStorage);

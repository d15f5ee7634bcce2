/** Sets of places that a sandbox shows: what engines name, and which set holds all of another. */

/** Files and folders by their names in the box, sorted, none below another; a star stands for any letters of a last name. */
export type View = readonly string[];

export function viewOf(places: Iterable<string>): View {
  const sorted = [...new Set(places)].sort();
  return sorted.filter((place) => !sorted.some((other) => isBelow(place, other)));
}

/** Whether `wide` shows all that `narrow` does. */
export function includes(wide: View, narrow: View): boolean {
  return narrow.every((place) => wide.some((other) => other === place || isBelow(place, other)));
}

export const isBelow = (place: string, other: string) => place.startsWith(`${other}/`);

/** The resolution of a picture. */

/** Pixels per inch of both axes. */
export interface Density {
  x: number;
  y: number;
}

/** Defines the resolution of a picture. */

/** Pixels per inch on each axis. */
export interface Density {
  x: number;
  y: number;
}

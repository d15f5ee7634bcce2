/** Computes matrices between colour spaces. No dependency of the project provides matrices between colour spaces. */
import { srgbPrimaries, type Point, type Primaries } from './description.ts';

export type Row = readonly [number, number, number];
export type Matrix = readonly [Row, Row, Row];

/** D50, the white point of profile connection spaces (ICC.1:2022, 7.2.16). */
export const d50: Row = [0.9642, 1, 0.8249];

/** Bradford matrix, which adapts colours to another white point (ICC.1:2022, annex E). */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * Returns the matrix from RGB to XYZ, adapted to D50. The columns of the matrix are the primaries, scaled to add up to
 * white.
 */
export function colourants({ red, green, blue, white }: Primaries): Matrix {
  const whole = transposed([xyz(red), xyz(green), xyz(blue)]);
  const shares = product(inverse(whole), xyz(white));
  const adaptation = adaptationTo(d50, xyz(white));
  const columns = [red, green, blue].map((colour, n) =>
    product(adaptation, xyz(colour).map((value) => value * (shares[n] ?? 0)) as unknown as Row),
  );
  return transposed(columns as unknown as Matrix);
}

/** Returns the matrix that converts linear light from `primaries` to sRGB primaries. */
export function toSrgbPrimaries(primaries: Primaries): Matrix {
  const back = inverse(colourants(srgbPrimaries));
  const columns = transposed(colourants(primaries)).map((column) => product(back, column));
  return transposed(columns as unknown as Matrix);
}

export function xyz([x, y]: Point): Row {
  return [x / y, 1, (1 - x - y) / y];
}

export function adaptationTo(to: Row, from: Row): Matrix {
  const [wanted, seen] = [product(bradford, to), product(bradford, from)];
  const scaled = bradford.map((row, n) => row.map((value) => (value * (wanted[n] ?? 0)) / (seen[n] ?? 1)));
  const back = inverse(bradford);
  return transposed(
    transposed(scaled as unknown as Matrix).map((column) => product(back, column)) as unknown as Matrix,
  );
}

const product = (matrix: Matrix, [a, b, c]: Row): Row =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Row;

export const transposed = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
];

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const part = (value: number) => value / whole;
  return [
    [part(e * i - f * h), part(c * h - b * i), part(b * f - c * e)],
    [part(f * g - d * i), part(a * i - c * g), part(c * d - a * f)],
    [part(d * h - e * g), part(b * g - a * h), part(a * e - b * d)],
  ];
}

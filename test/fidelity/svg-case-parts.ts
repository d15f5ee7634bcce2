/** Components of the test drawings in `svg-cases.ts`: shapes, areas, and the name of a font whose letters are boxes. */

/**
 * A rectangle of one colour in the expected picture. `x` is the position of the left edge, and `y` is the position of
 * the top edge.
 */
export type Area = readonly [x: number, y: number, width: number, height: number, colour: string];

/**
 * Name of the test font. The font's letter A fills the em square, and its letter B fills the left half of the em
 * square.
 */
export const boxFont = 'Boxes of Protean';

export const square = (attributes: string) => `<rect width="50" height="50" ${attributes}/>`;
export const whole = (attributes: string) => `<rect width="100" height="100" ${attributes}/>`;
export const green = '#008800';
export const quarter: readonly Area[] = [[0, 0, 50, 50, green]];
export const left: readonly Area[] = [[0, 0, 50, 100, green]];
export const all: readonly Area[] = [[0, 0, 100, 100, green]];

export type Row = readonly [name: string, content: string, areas: readonly Area[], root?: string];

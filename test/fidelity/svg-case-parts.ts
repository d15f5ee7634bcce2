/** Components of the drawings: shapes, areas and the font whose letters are boxes. */

/** An area of the result: its left and upper edge, width, height and colour. */
export type Area = readonly [x: number, y: number, width: number, height: number, colour: string];

/** A font whose letter A fills its em square and whose B fills the left half of it. */
export const boxFont = 'Boxes of Protean';

export const square = (attributes: string) => `<rect width="50" height="50" ${attributes}/>`;
export const whole = (attributes: string) => `<rect width="100" height="100" ${attributes}/>`;
export const green = '#008800';
export const quarter: readonly Area[] = [[0, 0, 50, 50, green]];
export const left: readonly Area[] = [[0, 0, 50, 100, green]];
export const all: readonly Area[] = [[0, 0, 100, 100, green]];

export type Row = readonly [name: string, content: string, areas: readonly Area[], root?: string];

/** Lists the formats of SVG drawings, and the options for their conversion. */
import { pictureOptions } from '../image/picture-options.ts';

export const drawings = ['svg', 'svgz'];

export const drawingOptions = (from: string, to: string) => [...pictureOptions(from, to), 'dpi'] as const;

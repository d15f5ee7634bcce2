/** Finds the SVG drawings in a text or zip file, and the features of these drawings that only a browser draws. */
import { browserFeatures } from '../../shared/svg/features.ts';
import { drawingElements } from '../../shared/svg/elements.ts';
import { isZip, zippedDrawings, zippedFeatures } from '../../shared/svg/zipped.ts';

const link = /data:image\/svg\+xml([^,"'<>\s]{0,100}),([^"<>\s]*)/gi;

/** Returns the names of drawing features in `file` that pandoc's own SVG converter cannot draw. */
export function drawingFeatures(file: Buffer): string[] {
  if (isZip(file)) return zippedFeatures(file);
  if (!/svg/i.test(file.toString('latin1'))) return [];
  const text = file.toString('utf8');
  const drawings = [...drawingElements(text).map((drawing) => Buffer.from(drawing)), ...linkedIn(text)];
  return [...new Set(drawings.flatMap((drawing) => browserFeatures(drawing)))];
}

/** Returns the feature `SVG` if the file has drawings. Called for targets that cannot contain drawings. */
export function drawingsOf(file: Buffer): string[] {
  const hasDrawings = isZip(file)
    ? zippedDrawings(file).some((drawing) => !framesPicture(drawing))
    : /<svg[\s/>]|image\/svg\+xml/i.test(file.toString('latin1'));
  return hasDrawings ? ['SVG'] : [];
}

/**
 * Returns whether a drawing only links to a picture, as the covers of e-books do. Every engine can draw an SVG drawing
 * that only links to a picture.
 */
const framesPicture = (drawing: Buffer) =>
  /<(?:\w+:)?image\b[^>]*href\s*=\s*["'](?!data:)/.test(drawing.toString('latin1'));

function linkedIn(text: string): Buffer[] {
  return [...text.matchAll(link)].map(([, parameters = '', data = '']) =>
    /;base64$/i.test(parameters) ? Buffer.from(data, 'base64') : Buffer.from(unescaped(data)),
  );
}

/** Removes percent encoding. Returns the text unchanged if the encoding is invalid. */
function unescaped(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}

/** Finds the areas of drawings, so that labels in a drawing are not mistaken for headings. */
import { around, holds } from '../boxes.ts';
import type { Box, Shape } from '../page-data.ts';
import { pieceText, type Piece } from '../pieces.ts';

const caption = /^(?:fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|figuur|рис(?:унок|\.)?|图|圖|図|그림)\s*[\dA-Z(]/iu;
/** Maximum distance between two shapes of a drawing, and between a drawing and its caption, in points. */
const nearShapes = 5;
const nearCaption = 36;
/** Minimum number of shapes in a drawing, and minimum number of curves or slanted lines among these shapes. */
const leastShapes = 8;
const leastCurves = 3;
/** Minimum number of large labels. A single large line may be a heading next to a drawing. */
const leastLabels = 4;
/**
 * Maximum number of shapes on a page that is searched for drawings. On a page with more than `mostShapes` shapes, the
 * shapes usually form a picture.
 */
const mostShapes = 4000;

/** Returns the boxes of drawings with a caption below or above them. */
export function captionedDrawings(
  shapes: readonly Shape[],
  pieces: readonly Piece[],
  { page, body }: { page: { width: number; height: number }; body: number },
): Box[] {
  const captions = pieces.filter((piece) => caption.test(pieceText(piece)));
  if (captions.length === 0 || shapes.length > mostShapes) return [];
  const drawings = drawingsOf(shapes.filter(({ box }) => !isBackground(box, page)));
  return drawings.filter(
    (drawing) =>
      hasLabels(drawing, pieces, body) &&
      captions.some(({ box }) => {
        const isBeside = box[0] < drawing[2] && box[2] > drawing[0];
        const gap = Math.max(box[1] - drawing[3], drawing[1] - box[3]);
        return isBeside && gap < nearCaption && gap > -nearShapes;
      }),
  );
}

/** Returns whether several lines in the area have a larger font than the body text of the document. */
const hasLabels = (drawing: Box, pieces: readonly Piece[], body: number) =>
  pieces.filter(
    ({ box, size }) => size > 1.08 * body && holds(drawing, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2),
  ).length >= leastLabels;

const isBackground = ([x0, y0, x1, y1]: Box, { width, height }: { width: number; height: number }) =>
  (x1 - x0) * (y1 - y0) > 0.6 * width * height;

interface Cluster {
  box: Box;
  shapes: number;
  curves: number;
}

/** Joins shapes that are near each other. */
function drawingsOf(shapes: readonly Shape[]): Box[] {
  const clusters: Cluster[] = [];
  for (const { kind, box } of shapes) {
    let joined: Cluster = { box, shapes: 1, curves: kind === 'curve' ? 1 : 0 };
    for (let n = clusters.length - 1; n >= 0; n -= 1) {
      const other = clusters[n] as Cluster;
      if (!isNear(other.box, joined.box)) continue;
      joined = {
        box: around([other.box, joined.box]),
        shapes: other.shapes + joined.shapes,
        curves: other.curves + joined.curves,
      };
      clusters.splice(n, 1);
    }
    clusters.push(joined);
  }
  return clusters.flatMap((one) => (one.shapes >= leastShapes && one.curves >= leastCurves ? [one.box] : []));
}

const isNear = (one: Box, two: Box) =>
  one[0] < two[2] + nearShapes &&
  two[0] < one[2] + nearShapes &&
  one[1] < two[3] + nearShapes &&
  two[1] < one[3] + nearShapes;

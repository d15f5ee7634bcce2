/**
 * Computes boxes. A box is an array of its left, top, right and bottom edge. Two other scripts load this script:
 * page-kinds.js, and page-data.js in codecs/pdftext.
 */

/**
 * Returns the smallest box that contains all points. `points` is a flat list of coordinates: x1, y1, x2, y2 and so on.
 */
function boxOf(points) {
  var box = [Infinity, Infinity, -Infinity, -Infinity];
  for (var n = 0; n < points.length; n += 2) {
    box[0] = Math.min(box[0], points[n]);
    box[1] = Math.min(box[1], points[n + 1]);
    box[2] = Math.max(box[2], points[n]);
    box[3] = Math.max(box[3], points[n + 1]);
  }
  return box;
}

/** Returns the part of `box` that is inside the box `by`. */
function cut(box, by) {
  return [Math.max(box[0], by[0]), Math.max(box[1], by[1]), Math.min(box[2], by[2]), Math.min(box[3], by[3])];
}

function isEmpty(box) {
  return !(box[2] >= box[0] && box[3] >= box[1]);
}

/** Returns the box of a picture. The matrix `m` maps the unit square to the area that the picture fills. */
function boxOfPicture(m) {
  return boxOf([
    m[4],
    m[5],
    m[0] + m[4],
    m[1] + m[5],
    m[2] + m[4],
    m[3] + m[5],
    m[0] + m[2] + m[4],
    m[1] + m[3] + m[5],
  ]);
}

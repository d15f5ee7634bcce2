/**
 * Computes boxes: left, top, right and bottom edge. page-kinds.js loads this script, and so does page-data.js
 * in codecs/pdftext.
 */

/**
 * Returns the box around the points. `points` is a flat list: x and y of the first point, x and y of the second, and so
 * on.
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

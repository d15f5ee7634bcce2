/**
 * If the target shows pictures, renders the drawings of each page as one picture, without text and other pictures.
 * Loaded by page-data.js.
 */

/** Maximum number of rendered pages, and maximum number of pixels per page. */
var maxDrawings = 60;
var maxDrawingPixels = 4e6;
var drawings = 0;
var usualScale = 150 / 72;

/** Returns the box around all shapes, enlarged by half of a stroke. */
function drawnBox(shapes, bound) {
  var corners = [];
  shapes.forEach(function (shape) {
    var half = shape[5] / 2 + 1;
    corners.push(shape[1] - half, shape[2] - half, shape[3] + half, shape[4] + half);
  });
  return cut(boxOf(corners), bound);
}

/** Adds the picture to `page.pictures`. */
function saveDrawing(source, page, bound) {
  if (page.shapes.length === 0 || drawings >= maxDrawings) return;
  var box = drawnBox(page.shapes, bound);
  if (box[2] - box[0] < 1 || box[3] - box[1] < 1) return;
  drawings += 1;
  var scale = Math.min(usualScale, Math.sqrt(maxDrawingPixels / (box[2] - box[0]) / (box[3] - box[1])));
  var low = [Math.floor(box[0] * scale), Math.floor(box[1] * scale)];
  var high = [Math.ceil(box[2] * scale), Math.ceil(box[3] * scale)];
  var pixels = new Pixmap(rgbSpace(), low.concat(high), false);
  pixels.clear(255);
  var device = new DrawDevice(Identity(), pixels);
  source.run(device, [scale, 0, 0, scale, 0, 0]);
  device.close();
  pictures += 1;
  var name = 'picture-' + pictures + '.png';
  pixels.saveAsPNG(folder + '/' + name);
  page.pictures.push({ box: box.map(round), file: name });
}

/*
 * A script for mutool. Removes the text in boxes, or the pixels of pictures in boxes. Arguments: the path of the PDF,
 * the boxes as JSON, the path of the result, and `text` or `pixels`.
 */
var doc = new PDFDocument(scriptArgs[0]);
var boxes = JSON.parse(read(scriptArgs[1]));
var PICTURES = { text: 0, pixels: 2 };

function quadOf(box) {
  return [box[0], box[1], box[2], box[1], box[0], box[3], box[2], box[3]];
}

for (var number in boxes) {
  var page = doc.loadPage(Number(number));
  page.createAnnotation('Redact').setQuadPoints(boxes[number].map(quadOf));
  // The arguments request, in this order: no black boxes, the given handling of pictures, unchanged line
  // drawings, and removed text. MuPDF 1.21 supports only the first two arguments of `applyRedactions`.
  page.applyRedactions(false, PICTURES[scriptArgs[3]], 0, 0);
}
doc.save(scriptArgs[2], 'garbage');

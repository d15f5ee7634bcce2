/**
 * Run by `mutool run`: writes the kinds of all pages of the PDF in its argument as a JSON list, without reading the
 * letters. It works with MuPDF 1.21 and 1.25.
 */
load(scriptPath.replace(/[^/]*$/, 'page-kind.js'));
var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
var identity = [1, 0, 0, 1, 0, 0];

function bounded(points, bound) {
  var box = [Infinity, Infinity, -Infinity, -Infinity];
  for (var n = 0; n < points.length; n += 1) {
    box[n % 2] = Math.min(box[n % 2], points[n]);
    box[(n % 2) + 2] = Math.max(box[(n % 2) + 2], points[n]);
  }
  return [
    Math.max(box[0], bound[0]),
    Math.max(box[1], bound[1]),
    Math.min(box[2], bound[2]),
    Math.min(box[3], bound[3]),
  ];
}

function summaryOf(source) {
  var bound = [].slice.call(source.bound ? source.bound() : source.getBounds());
  var page = { box: bound, hasText: false, hasHiddenText: false, pictures: [], curves: 0 };
  function visible(text) {
    if (page.hasText) return;
    text.walk({
      beginSpan: function () {},
      showGlyph: function (font, trm, glyph, unicode) {
        if (unicode > 32 && unicode !== 160) page.hasText = true;
      },
      endSpan: function () {},
    });
  }
  function picture(image, m) {
    var corners = [m[4], m[5], m[0] + m[4], m[1] + m[5], m[2] + m[4], m[3] + m[5]];
    var box = bounded(corners.concat(m[0] + m[2] + m[4], m[1] + m[3] + m[5]), bound);
    if (box[2] >= box[0] && box[3] >= box[1]) page.pictures.push(box);
  }
  function shape(path) {
    if (page.curves > fewestOutlines) return;
    var straight = true;
    path.walk({
      moveTo: function () {},
      lineTo: function () {},
      curveTo: function () {
        straight = false;
      },
      closePath: function () {},
    });
    if (!straight) page.curves += 1;
  }
  source.run(
    {
      fillText: visible,
      strokeText: function (text) {
        visible(text);
      },
      clipText: visible,
      ignoreText: function () {
        page.hasHiddenText = true;
      },
      fillImage: picture,
      fillImageMask: picture,
      fillPath: shape,
      strokePath: shape,
    },
    identity
  );
  return page;
}

var kinds = [];
for (var n = 0; n < doc.countPages(); n += 1) {
  try {
    kinds.push(kindOf(summaryOf(doc.loadPage(n))));
  } catch (error) {
    kinds.push(null);
  }
}
print(JSON.stringify(kinds));

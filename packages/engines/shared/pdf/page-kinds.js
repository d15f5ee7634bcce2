/**
 * Script for `mutool run` (MuPDF 1.21 and 1.25). The argument of the script is the path of a PDF. The script writes the
 * kind of each page to a JSON list, without reading the letters.
 */
load(scriptPath.replace(/[^/]*$/, 'boxes.js'));
load(scriptPath.replace(/[^/]*$/, 'page-kind.js'));
var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
var identity = [1, 0, 0, 1, 0, 0];

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
    var box = cut(boxOfPicture(m), bound);
    if (!isEmpty(box)) page.pictures.push(box);
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
      strokeText: visible,
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

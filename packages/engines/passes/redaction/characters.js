/* A script for mutool. Writes the characters of each page of a PDF, and their quads. Argument: the path of the PDF. */
var doc = new PDFDocument(scriptArgs[0]);
// Includes text beyond the edges of the page. Reads the drawn glyphs instead of their ActualText, which texts.py
// searches.
var options = 'mediabox-clip=no,ignore-actualtext';

function rounded(number) {
  return Math.round(number * 100) / 100;
}

function linesOf(page) {
  var lines = [];
  var line;
  page.toStructuredText(options).walk({
    beginLine: function () {
      line = { text: [], quads: [] };
      lines.push(line);
    },
    onChar: function (character, origin, font, size, quad) {
      line.text.push(character);
      line.quads.push(quad.map(rounded));
    },
  });
  return lines;
}

for (var n = 0; n < doc.countPages(); ++n) print(JSON.stringify(linesOf(doc.loadPage(n))));

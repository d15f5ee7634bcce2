/**
 * Writes the visible content of a PDF's pages, one line of JSON per page (types in page-data.ts). Runs in `mutool run`,
 * with MuPDF 1.21 or 1.25. The arguments are the PDF, the folder for pictures or "-", and the output file for the list
 * of pages that have no text but may show text in a picture.
 */
var file = scriptArgs[0];
var folder = scriptArgs[1] === '-' ? '' : scriptArgs[1];
var doc = Document.openDocument ? Document.openDocument(file) : new Document(file);

/** Maximum number of pixels of a picture that is extracted unchanged. */
var maxPixels = 50e6;
var pictures = 0;
load(scriptPath.replace(/[^/]*$/, 'page-drawings.js'));
load(scriptPath.replace(/[^/]*$/, 'page-links.js'));
load(scriptPath.replace(/[^/]*$/, 'page-summary.js'));
load(scriptPath.replace(/[^/]*$/, 'page-tags.js'));
load(scriptPath.replace(/[^/]*$/, 'fields/page-fields.js'));
load(scriptPath.replace(/[^/]*$/, '../../shared/pdf/boxes.js'));
load(scriptPath.replace(/[^/]*$/, '../../shared/pdf/page-kind.js'));
var fonts = {};
var fontNames = 0;

function round(number) {
  return Math.round(number * 100) / 100;
}

function concat(one, two) {
  return [
    one[0] * two[0] + one[1] * two[2],
    one[0] * two[1] + one[1] * two[3],
    one[2] * two[0] + one[3] * two[2],
    one[2] * two[1] + one[3] * two[3],
    one[4] * two[0] + one[5] * two[2] + two[4],
    one[4] * two[1] + one[5] * two[3] + two[5],
  ];
}

/** Returns whether paint of this colour is invisible on white paper. */
function isWhite(colorspace, color, alpha) {
  if (alpha < 0.02) return true;
  if (!color || color.length === 0) return false;
  for (var n = 0; n < color.length; n += 1) {
    if (color.length === 4 ? color[n] > 0.02 : color[n] < 0.98) return false;
  }
  return true;
}

/** Returns a name of the colour of text, or an empty string for black and dark gray. */
function inkOf(color) {
  if (!color || color.length === 0 || color.length > 4) return '';
  var parts = [].slice.call(color).map(function (part) {
    return Math.round(part * 8);
  });
  var isDark = parts.every(function (part, n) {
    return color.length === 4 ? (n === 3 ? part > 5 : part < 1) : part < 3;
  });
  return isDark ? '' : parts.join(' ');
}

/**
 * Returns the subpaths of a path in page coordinates. Each subpath has its points, and a flag that is true if all of
 * its lines are horizontal or vertical.
 */
function subpaths(path, ctm) {
  var all = [];
  var now;
  function add(x, y) {
    now.points.push(x * ctm[0] + y * ctm[2] + ctm[4], x * ctm[1] + y * ctm[3] + ctm[5]);
  }
  function begin() {
    if (!now) {
      now = { points: [], straight: true, closed: false };
      all.push(now);
    }
  }
  path.walk({
    moveTo: function (x, y) {
      now = undefined;
      begin();
      add(x, y);
    },
    lineTo: function (x, y) {
      begin();
      add(x, y);
      var p = now.points;
      var last = p.length;
      if (Math.abs(p[last - 1] - p[last - 3]) > 0.6 && Math.abs(p[last - 2] - p[last - 4]) > 0.6)
        now.straight = false;
    },
    curveTo: function (x1, y1, x2, y2, x3, y3) {
      begin();
      now.straight = false;
      add(x3, y3);
    },
    closePath: function () {
      if (now) now.closed = true;
    },
  });
  return all;
}

/** Returns whether a dictionary entry is missing. Releases of MuPDF report a missing entry in different ways. */
function isMissing(object) {
  return object === undefined || object === null || object.isNull();
}

function resourcesOf(page) {
  var node = doc.findPage(page);
  for (var depth = 0; depth < 30 && !isMissing(node); depth += 1) {
    if (!isMissing(node.get('Resources'))) return node.get('Resources');
    node = node.get('Parent');
  }
  return undefined;
}

/** Returns the stream object of a picture in the page's resources, if it is a JPEG that is shown unchanged. */
function jpegStream(page, image) {
  var found = [];
  function look(resources, depth) {
    var objects = isMissing(resources) ? undefined : resources.get('XObject');
    if (isMissing(objects)) return;
    objects.forEach(function (one, other) {
      // The callback gets an object and its name as arguments. MuPDF 1.25 passes the name last, but MuPDF 1.21 passes
      // the name first.
      var object = typeof one === 'object' ? one : other;
      if (found.length > 1) return;
      var kind = String(object.get('Subtype'));
      if (kind === '/Form' && depth < 3) look(object.get('Resources'), depth + 1);
      if (kind !== '/Image' || Number(object.get('Width')) !== image.getWidth()) return;
      if (Number(object.get('Height')) === image.getHeight()) found.push(object);
    });
  }
  try {
    look(resourcesOf(page), 0);
    var one = found[0];
    if (found.length !== 1 || String(one.get('Filter')) !== '/DCTDecode') return undefined;
    var plain = ['SMask', 'Mask', 'Decode'].every(function (name) {
      return isMissing(one.get(name));
    });
    return plain && image.getNumberOfComponents() !== 4 ? one : undefined;
  } catch (error) {
    return undefined;
  }
}

/** Returns the pixels of a picture. A picture with a mask or in CMYK is drawn on white paper. */
function pixelsOf(image) {
  var mask = image.getMask();
  if (!mask && image.getNumberOfComponents() < 4) return image.toPixmap();
  var size = [image.getWidth(), image.getHeight()];
  var ctm = [size[0], 0, 0, size[1], 0, 0];
  var pixels = new Pixmap(rgbSpace(), [0, 0, size[0], size[1]], false);
  pixels.clear(255);
  var device = new DrawDevice([1, 0, 0, 1, 0, 0], pixels);
  if (mask) device.clipImageMask(mask, ctm);
  device.fillImage(image, ctm, 1);
  if (mask) device.popClip();
  device.close();
  return pixels;
}

function rgbSpace() {
  return typeof DeviceRGB === 'undefined' ? ColorSpace.DeviceRGB : DeviceRGB;
}

function savePicture(page, image) {
  if (!folder || image.getWidth() * image.getHeight() > maxPixels) return '';
  pictures += 1;
  var jpeg = jpegStream(page, image);
  var name = 'picture-' + pictures + (jpeg ? '.jpg' : '.png');
  try {
    if (jpeg) jpeg.readRawStream().save(folder + '/' + name);
    else pixelsOf(image).saveAsPNG(folder + '/' + name);
  } catch (error) {
    return '';
  }
  return name;
}

/** Returns a text with the matrix `m`, without glyphs. */
function runOf(m, font) {
  return {
    font: font,
    size: round(Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))),
    angle: Math.round((Math.atan2(m[1], m[0]) * 180) / Math.PI),
    scale: Math.sqrt(m[0] * m[0] + m[1] * m[1]),
    text: [],
    at: [],
  };
}

/**
 * Adds glyphs to a run. `glyphs` contains the code point, the position and the relative width of each glyph, and the
 * negative numbers of further letters.
 */
function placeGlyphs(run, glyphs, ctm) {
  var a = ctm[0];
  var b = ctm[1];
  var c = ctm[2];
  var d = ctm[3];
  var e = ctm[4];
  var f = ctm[5];
  var scale = run.scale;
  var codes = run.text;
  var places = run.at;
  var nearest = Math.round;
  var length = glyphs.length;
  var count = 0;
  var from = 0;
  for (var n = 0; n < length; n += 1) {
    var code = glyphs[n];
    codes[count++] = code;
    if (code < 0) continue;
    var x = glyphs[n + 1];
    var y = glyphs[n + 2];
    places[from++] = nearest((x * a + y * c + e) * 100) / 100;
    places[from++] = nearest((x * b + y * d + f) * 100) / 100;
    places[from++] = nearest(glyphs[n + 3] * scale * 100) / 100;
    n += 3;
  }
  run.scale = undefined;
}

/** Returns a device that records text, drawn lines and pictures, each limited to the clip in which it is visible. */
function recorder(number, bound, page) {
  var clips = [bound];
  var masks = 0;
  function clip() {
    return clips[clips.length - 1];
  }
  function push(box) {
    clips.push(cut(box, clip()));
  }
  function pushPath(path, ctm) {
    var points = [];
    subpaths(path, ctm).forEach(function (one) {
      points = points.concat(one.points);
    });
    push(points.length ? boxOf(points) : clip());
  }
  function fontOf(font) {
    var name = font.getName();
    var traits = [font.isBold() ? 1 : 0, font.isItalic() ? 1 : 0, font.isMono() ? 1 : 0];
    // A face may be embedded as several subsets, whose names differ in a prefix.
    var key = name.replace(/^[A-Z]{6}\+/, '') + traits;
    if (fonts[key] === undefined) {
      fonts[key] = fontNames;
      page.fonts.push([fontNames, name].concat(traits));
      fontNames += 1;
    }
    return fonts[key];
  }
  function text(content, ctm, hidden, color) {
    if (masks) return;
    var ink = inkOf(color);
    var id, shown;
    var spans = [];
    content.walk({
      beginSpan: function (font) {
        shown = undefined;
        id = fontOf(font);
      },
      // Called for each glyph, so it only stores its arguments. The interpreter reads a variable of an outer function
      // ten times slower than its own variables.
      showGlyph: function (font, trm, glyph, unicode, vertical) {
        var glyphs = shown;
        if (!glyphs) {
          glyphs = shown = [];
          spans.push({ run: newRun(concat(trm, ctm), id, hidden, ink), glyphs: glyphs });
        }
        var n = glyphs.length;
        if (glyph < 0 && n > 0) {
          // A negative number marks a further letter of a ligature.
          if (unicode >= 0) glyphs[n] = -1 - unicode;
          return;
        }
        glyphs[n] = unicode < 0 ? 0xfffd : unicode;
        glyphs[n + 1] = trm[4];
        glyphs[n + 2] = trm[5];
        glyphs[n + 3] = vertical ? 1 : font.advanceGlyph(glyph, 0);
      },
    });
    spans.forEach(function (span) {
      placeGlyphs(span.run, span.glyphs, ctm);
    });
  }
  function newRun(m, id, hidden, ink) {
    var run = runOf(m, id);
    if (hidden) run.hidden = 1;
    if (ink) run.ink = ink;
    page.runs.push(run);
    return run;
  }
  function painted(path, ctm, filled, width) {
    if (masks || page.shapes.length > 20000) return;
    subpaths(path, ctm).forEach(function (one) {
      if (one.points.length < 4) return;
      var box = boxOf(one.points);
      var seen = cut(box, clip());
      if (isEmpty(seen)) return;
      var points = one.points;
      if (!filled && one.straight && !isEmpty(box)) {
        // Each stroke of a frame is a separate line.
        if (one.closed) points = points.concat(points[0], points[1]);
        for (var n = 2; n < points.length; n += 2) {
          var line = cut(boxOf([points[n - 2], points[n - 1], points[n], points[n + 1]]), clip());
          if (!isEmpty(line)) page.shapes.push(['line'].concat(line.map(round), round(width)));
        }
        return;
      }
      page.shapes.push([one.straight ? 'box' : 'curve'].concat(seen.map(round), filled ? 0 : round(width)));
    });
  }
  function picture(image, ctm, mask) {
    if (masks) return;
    var box = cut(boxOfPicture(ctm), clip());
    if (isEmpty(box)) return;
    // A mask may be a scan in black and white, so it is listed as a picture. The pixels of a mask are not extracted,
    // because a mask has no colours. The PDF paints a mask in the current fill colour, like text.
    var large = box[2] - box[0] > 8 && box[3] - box[1] > 8;
    page.pictures.push({ box: box.map(round), file: large && !mask ? savePicture(number, image) : '' });
  }
  return {
    fillText: function (content, ctm, colorspace, color) {
      text(content, ctm, false, color);
    },
    strokeText: function (content, stroke, ctm) {
      text(content, ctm, false);
    },
    ignoreText: function (content, ctm) {
      text(content, ctm, true);
    },
    clipText: function (content, ctm) {
      text(content, ctm, false);
      push(clip());
    },
    clipStrokeText: function (content, stroke, ctm) {
      text(content, ctm, false);
      push(clip());
    },
    fillPath: function (path, evenOdd, ctm, colorspace, color, alpha) {
      if (!isWhite(colorspace, color, alpha)) painted(path, ctm, true, 0);
    },
    strokePath: function (path, stroke, ctm, colorspace, color, alpha) {
      if (isWhite(colorspace, color, alpha)) return;
      var width = (stroke && (stroke.getLineWidth ? stroke.getLineWidth() : stroke.lineWidth)) || 1;
      painted(path, ctm, false, width * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2])));
    },
    clipPath: function (path, evenOdd, ctm) {
      pushPath(path, ctm);
    },
    clipStrokePath: function (path, stroke, ctm) {
      pushPath(path, ctm);
    },
    fillImage: function (image, ctm) {
      picture(image, ctm, false);
    },
    fillImageMask: function (image, ctm) {
      picture(image, ctm, true);
    },
    clipImageMask: function () {
      push(clip());
    },
    popClip: function () {
      if (clips.length > 1) clips.pop();
    },
    beginMask: function () {
      masks += 1;
    },
    endMask: function () {
      masks -= 1;
      push(clip());
    },
  };
}

var count = doc.countPages();
print(JSON.stringify({ pages: count, outline: outline() }));
var scans = [];
var tags = headingTags();
for (var n = 0; n < count; n += 1) writePage(n);
if (scriptArgs[2] && scans.length > 0) {
  var list = new Buffer();
  list.writeLine(JSON.stringify(scans));
  list.save(scriptArgs[2]);
}

function writePage(at) {
  var source = doc.loadPage(at);
  var bound = [].slice.call(source.bound ? source.bound() : source.getBounds());
  var page = {
    number: at + 1,
    box: bound.map(round),
    fonts: [],
    runs: [],
    shapes: [],
    pictures: [],
    links: [],
  };
  try {
    source.run(recorder(at, bound, page), Identity());
    page.kind = kindOf(summaryOf(page));
    if (page.kind === 'scan' && page.runs.length === 0) scans.push(sizeOf(page));
    var saved = page.pictures.some(function (one) {
      return one.file;
    });
    if (folder && page.runs.length === 0 && !saved) saveDrawing(source, page, bound);
  } catch (error) {
    page.broken = String(error);
  }
  try {
    page.links = linksOf(source);
  } catch (error) {
    page.links = [];
  }
  try {
    page.fields = fieldsOf(source, at);
  } catch (error) {
    page.fields = [];
  }
  try {
    page.tags = tagPlaces(source, at, tags);
  } catch (error) {
    page.tags = [];
  }
  print(JSON.stringify(page));
}

function Identity() {
  return [1, 0, 0, 1, 0, 0];
}

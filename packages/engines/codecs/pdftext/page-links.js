/** Reads the links of pages, and the outline of the PDF. Loaded by page-data.js. */

function linksOf(page) {
  var links = [];
  page.getLinks().forEach(function (link) {
    var uri = link.getURI ? link.getURI() : link.uri;
    var box = link.getBounds ? link.getBounds() : link.bounds || link.rect;
    if (uri && box && /^(https?|mailto|ftp|tel):/i.test(uri))
      links.push({ box: [].slice.call(box).map(round), uri: uri });
  });
  return links;
}

function outlineOf(items, depth, all) {
  (items || []).forEach(function (item) {
    if (item.title) all.push([item.title, depth]);
    if (depth < 6) outlineOf(item.down, depth + 1, all);
  });
  return all;
}

function outline() {
  try {
    return outlineOf(doc.loadOutline(), 1, []);
  } catch (error) {
    return [];
  }
}

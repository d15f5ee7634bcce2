/**
 * Classifies pages by how their content is stored. Two other scripts load this script: page-kinds.js, and page-data.js
 * in codecs/pdftext.
 */

/** On a page with text, pictures that cover more than this share of the page's area may contain further text. */
var largePictures = 0.3;
/**
 * On a page without visible text, pictures that cover more than this fraction of the page's area may contain the page's
 * text. A logo usually covers a smaller fraction of the page.
 */
var smallestScan = 0.02;
/** On a page without visible text, this number of curves or more may be letters that are drawn as outlines. */
var fewestOutlines = 20;

/**
 * Returns `text`, `scan` (a page of pictures or outlines, perhaps with a hidden text layer), `mixed` (text beside
 * pictures) or `blank`.
 */
function kindOf(page) {
  var share = coveredShare(page);
  if (page.hasText) return share > largePictures ? 'mixed' : 'text';
  if (share > smallestScan || page.curves >= fewestOutlines) return 'scan';
  return page.hasHiddenText ? 'text' : 'blank';
}

/** Returns the area of the box around all pictures of the page, as a share of the page's area. */
function coveredShare(page) {
  if (page.pictures.length === 0) return 0;
  var corners = [];
  page.pictures.forEach(function (one) {
    corners.push(one[0], one[1], one[2], one[3]);
  });
  var box = boxOf(corners);
  var area = (page.box[2] - page.box[0]) * (page.box[3] - page.box[1]);
  return area > 0 ? ((box[2] - box[0]) * (box[3] - box[1])) / area : 0;
}

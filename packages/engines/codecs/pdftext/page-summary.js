/** Summarizes the recorded content of a page. Loaded by page-data.js. */

/** Returns the properties that determine the kind of the page. */
function summaryOf(page) {
  var visible = page.runs.filter(function (run) {
    return !run.hidden;
  });
  return {
    box: page.box,
    hasText: visible.some(isLegible),
    hasHiddenText: visible.length < page.runs.length,
    pictures: page.pictures.map(function (one) {
      return one.box;
    }),
    curves: page.shapes.filter(function (shape) {
      return shape[0] === 'curve';
    }).length,
  };
}

function isLegible(run) {
  return run.text.some(function (code) {
    return code > 32 && code !== 160;
  });
}

function sizeOf(page) {
  return {
    number: page.number,
    left: page.box[0],
    top: page.box[1],
    width: page.box[2] - page.box[0],
    height: page.box[3] - page.box[1],
  };
}

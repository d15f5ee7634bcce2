// Fits wide tables and code to the paper. Chromium and calibre run this script in a page before they print it.
const papers = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  b4: [250, 353],
  b5: [176, 250],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  ledger: [279.4, 431.8],
};
const pixelsPerMillimetre = 96 / 25.4;

// Minimum scale of a table. Text at a smaller scale would be hard to read. If a table is still too wide, its words are
// broken.
const smallestScale = 0.5;

function pageRules(rules) {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSPageRule) return rule.selectorText === '' ? [rule] : [];
    return rule instanceof CSSMediaRule && matchMedia(rule.media.mediaText).matches
      ? pageRules(rule.cssRules)
      : [];
  });
}

function rulesOf(sheet) {
  try {
    return pageRules(sheet.cssRules);
  } catch {
    // Rules of a style sheet from another origin cannot be read.
    return [];
  }
}

function pixels(length) {
  const probe = document.createElement('div');
  probe.style.cssText = `position: absolute; width: ${length}`;
  document.documentElement.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

function widthOfPaper(size) {
  const words = size.toLowerCase().split(/\s+/);
  const paper = papers[words.find((word) => Object.hasOwn(papers, word))];
  if (paper) return paper[words.includes('landscape') ? 1 : 0] * pixelsPerMillimetre;
  if (words.includes('landscape')) return papers.a4[1] * pixelsPerMillimetre;
  return /^[\d.]/.test(words[0]) ? pixels(words[0]) : papers.a4[0] * pixelsPerMillimetre;
}

// Returns the width between the page margins in CSS pixels, or undefined if it is too small for content.
function printedWidth() {
  const chosen = { size: '', 'margin-left': '0', 'margin-right': '0' };
  for (const { style } of [...document.styleSheets].flatMap(rulesOf))
    for (const name of Object.keys(chosen)) chosen[name] = style.getPropertyValue(name) || chosen[name];
  const width = widthOfPaper(chosen.size) - pixels(chosen['margin-left']) - pixels(chosen['margin-right']);
  return width > 100 ? Math.floor(width) : undefined;
}

function scaleOf(table) {
  const { paddingLeft, paddingRight } = getComputedStyle(table.parentElement);
  const room = table.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return room / Math.max(table.scrollWidth, table.offsetWidth);
}

// Reduces only the elements that would otherwise have scroll bars. For other elements that are too wide, Chromium makes
// the screenshot wider.
function fitScrolled() {
  const isScrolled = (element) => getComputedStyle(element).overflowX !== 'visible';
  fitToPaper(isScrolled);
}

function fitToPaper(isFitted = () => true) {
  const code = [...document.querySelectorAll('pre')].filter(
    (pre) => pre.scrollWidth > pre.clientWidth + 1 && isFitted(pre)
  );
  const tables = [...document.querySelectorAll('table')]
    .filter((table) => table.parentElement?.clientWidth > 0 && !table.parentElement.closest('table'))
    .filter(isFitted)
    .map((table) => [table, scaleOf(table)])
    .filter(([, scale]) => scale > 0 && scale < 0.995);
  for (const pre of code) breakWithin(pre, 'pre-wrap');
  for (const [table, scale] of tables) {
    table.style.setProperty('zoom', String(Math.max(scale, smallestScale)));
    table.style.setProperty('overflow', 'visible', 'important');
    if (scale < smallestScale) breakWithin(table, 'normal');
  }
}

function breakWithin(element, whiteSpace) {
  for (const part of [element, ...element.querySelectorAll('*')]) {
    part.style.setProperty('white-space', whiteSpace, 'important');
    part.style.setProperty('overflow-wrap', 'anywhere', 'important');
  }
}

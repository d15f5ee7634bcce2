// Run in the page, in a world of its own, when it is loaded and before it is drawn: puts the style sheets in, takes links
// out that lead nowhere outside the browser, and tells what the page is like.
function preparePage({ origin, first, last }) {
  const head = document.head ?? document.documentElement;
  const addSheet = (text, place) => {
    if (!text) return;
    const sheet = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
    sheet.textContent = text;
    head[place](sheet);
  };
  addSheet(first, 'prepend');
  addSheet(last, 'append');
  const here = document.location.href.split('#')[0];
  for (const link of document.querySelectorAll('a[href], area[href]')) {
    const href = String(link.href?.baseVal ?? link.href);
    if (href.startsWith(origin) && !href.startsWith(`${here}#`)) link.removeAttribute('href');
  }
  const { body } = document;
  const isMissing = ({ complete, naturalWidth, currentSrc }) =>
    complete && naturalWidth === 0 && currentSrc !== '';
  return {
    elements: document.getElementsByTagName('*').length,
    isEmpty: body instanceof HTMLElement && body.children.length === 0 && body.textContent.trim() === '',
    isMalformed: document.getElementsByTagName('parsererror').length > 0,
    hasMissingPictures: [...document.images].some(isMissing),
  };
}

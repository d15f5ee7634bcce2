// Runs in an isolated world of the page after loading and before drawing. Adds the style sheets, removes links that
// work only in the browser, opens closed sections, and describes the page.
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
  openSections();
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

// Opens closed sections, because readers cannot open sections on paper or in a picture. Menus that cover the page stay
// closed.
function openSections() {
  const closed = [...document.querySelectorAll('details:not([open])')];
  for (const section of closed) {
    // Browsers open only one of several `details` elements with the same `name`, so the name is removed.
    section.removeAttribute('name');
    section.open = true;
    const isMenu = [...section.children].some(
      (child) =>
        child.localName !== 'summary' && ['absolute', 'fixed'].includes(getComputedStyle(child).position)
    );
    if (isMenu) section.open = false;
  }
}

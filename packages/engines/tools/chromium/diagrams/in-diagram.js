// Runs in a blank page before the Mermaid library. Makes time and random numbers repeatable, and draws one diagram.
const startOfTime = Date.UTC(1980, 0, 1);
let randomState = 1;

// The clock and the random numbers are fixed, because Gantt charts mark the current day, and sketched lines are random.
globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [startOfTime] : parts));
  }
  static now() {
    return startOfTime;
  }
};
Math.random = () => {
  randomState = (randomState * 48_271) % 2_147_483_647;
  return randomState / 2_147_483_647;
};

const settings = {
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  // HTML labels are off, because other SVG renderers do not draw them.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  deterministicIds: true,
  fontFamily: "'Liberation Sans', 'DejaVu Sans', sans-serif",
  maxTextSize: 50_000,
  maxEdges: 500,
};

// Returns the SVG as XML with a size in pixels, or undefined if the source is not a diagram.
async function drawDiagram(source, number) {
  randomState = 1;
  const { mermaid } = globalThis;
  // The settings that a diagram cannot override.
  const secure = [...Object.keys(settings), 'secure', 'themeCSS', 'dompurifyConfig'];
  mermaid.initialize({ ...settings, secure });
  try {
    const { svg } = await mermaid.render(`diagram-${number + 1}`, source, document.body);
    return asDocument(svg);
  } catch {
    return undefined;
  } finally {
    document.body.replaceChildren();
  }
}

// Style properties that become attributes, because many SVG renderers do not support Mermaid's style sheets.
const inherited = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...[
    'stroke-linecap',
    'stroke-linejoin',
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'text-anchor',
  ],
  ...['visibility', 'marker-start', 'marker-mid', 'marker-end'],
];
const initialValues = {
  opacity: '1',
  'dominant-baseline': 'auto',
  rx: 'auto',
  ry: 'auto',
  'stop-color': 'rgb(0, 0, 0)',
};

// LibreOffice omits shapes with a transparent colour, such as arrowheads of class diagrams.
const attributeValue = (value) => (/^rgba\(.*, 0\)$/.test(value) ? 'none' : value);

function inlineStyles(svg) {
  const styled = [svg, ...svg.querySelectorAll('*')].filter(({ localName }) => localName !== 'style');
  const values = styled.map((element) => {
    const own = getComputedStyle(element);
    const parent = element === svg ? {} : getComputedStyle(element.parentElement);
    const names = inherited.filter((name) => own.getPropertyValue(name) !== parent.getPropertyValue?.(name));
    const others = Object.keys(initialValues).filter(
      (name) => own.getPropertyValue(name) !== initialValues[name]
    );
    return [...names, ...others].map((name) => [name, attributeValue(own.getPropertyValue(name))]);
  });
  for (const [n, element] of styled.entries()) {
    const isHidden = element.style.display === 'none';
    element.removeAttribute('style');
    // Removes shadows, because LibreOffice does not draw an element that has one.
    element.removeAttribute('filter');
    if (isHidden) element.setAttribute('display', 'none');
    for (const [name, value] of values[n]) element.setAttribute(name, value);
    // Preserves white space, because the words of a label are separate elements, and the space between two words is at
    // the start of an element.
    if (element.localName === 'text') element.setAttribute('xml:space', 'preserve');
  }
  for (const sheet of svg.querySelectorAll('style')) sheet.remove();
}

const placement = ['x', 'y', 'dx', 'dy', 'dominant-baseline'];

// Returns the attributes of a part of a label, including attributes that the part inherits within the label.
function attributesWithin(label, part) {
  const around = part === label ? {} : attributesWithin(label, part.parentElement);
  const own = [...part.attributes].filter(({ name }) => !placement.includes(name) && name !== 'class');
  return { ...around, ...Object.fromEntries(own.map(({ name, value }) => [name, value])) };
}

// Groups adjacent pieces of a label that are on the same line and have the same style.
function runsOf(label) {
  const runs = [];
  let at = 0;
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data === '') continue;
    const { x: start, y } = label.getStartPositionOfChar(at);
    const end = label.getEndPositionOfChar(at + data.length - 1).x;
    at += data.length;
    const attributes = attributesWithin(label, parentElement);
    const last = runs.at(-1);
    const continues =
      last && Math.abs(last.y - y) < 0.5 && JSON.stringify(last.attributes) === JSON.stringify(attributes);
    if (continues) Object.assign(last, { end, text: last.text + data });
    else runs.push({ start, end, y, attributes, text: data });
  }
  return runs;
}

// Keeps the text anchor (such as `middle`) of a run that is alone on its line. A run that shares its line with another
// run is positioned by its start, because centred runs would overlap in a wider font.
function anchored({ start, end, y, attributes }, runs) {
  const isAlone = runs.filter((run) => Math.abs(run.y - y) < 0.5).length === 1;
  const anchor = isAlone ? (attributes['text-anchor'] ?? 'start') : 'start';
  const x = { middle: (start + end) / 2, end }[anchor] ?? start;
  return { ...attributes, x, y, 'text-anchor': anchor };
}

// Converts each run of a label to a separate element with a numeric position. LibreOffice draws nested parts at the
// wrong position, and does not support positions relative to the font size.
function flattenLabel(label) {
  if (label.querySelector('textPath') || label.getNumberOfChars() !== label.textContent.length) return;
  const runs = runsOf(label);
  const parts = runs.map((run) => {
    const part = document.createElementNS(label.namespaceURI, 'text');
    for (const [name, value] of Object.entries(anchored(run, runs))) part.setAttribute(name, String(value));
    part.textContent = run.text;
    return part;
  });
  label.replaceWith(...parts);
}

function asDocument(text) {
  const svg = new DOMParser().parseFromString(text, 'text/html').querySelector('svg');
  const [, , width, height] = (svg?.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) return undefined;
  document.body.append(svg);
  inlineStyles(svg);
  for (const label of svg.querySelectorAll('text')) flattenLabel(label);
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  return new XMLSerializer().serializeToString(svg);
}

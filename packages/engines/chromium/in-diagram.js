// Runs in a blank page, before the Mermaid library: fixes what would make results differ, and draws one diagram.
const startOfTime = Date.UTC(1980, 0, 1);
let randomState = 1;

// Gantt charts mark the current day, and sketched lines are random.
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
  // Labels in HTML are drawn by browsers only.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  deterministicIds: true,
  fontFamily: "'Liberation Sans', 'DejaVu Sans', sans-serif",
  maxTextSize: 50_000,
  maxEdges: 500,
};

// Returns the SVG as XML with a size in pixels; undefined if the source is no diagram.
async function drawDiagram(source, number) {
  randomState = 1;
  const { mermaid } = globalThis;
  // What the text of a diagram may not set.
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

function asDocument(text) {
  const svg = new DOMParser().parseFromString(text, 'text/html').querySelector('svg');
  const [, , width, height] = (svg?.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) return undefined;
  svg.setAttribute('width', String(Math.ceil(width)));
  svg.setAttribute('height', String(Math.ceil(height)));
  svg.style.removeProperty('max-width');
  return new XMLSerializer().serializeToString(svg);
}

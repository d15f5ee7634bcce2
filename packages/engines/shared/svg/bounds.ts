/**
 * Finds drawings that cannot be drawn in reasonable time, because their nested internal references multiply.
 */

/** Maximum number of drawn elements. An element counts once per reference, as in `shared/svg/drawing_bounds.py`. */
const maxDrawn = 1_000_000;

/** Elements that include another element of the drawing by a link, such as `<use href="#name">`. */
const referring = /^(?:[\w.-]+:)?(?:use|image|feImage|tref|pattern)$/;
/** Elements that are drawn once for each reference `url(#name)` to them. */
const painted = /^(?:[\w.-]+:)?(?:pattern|mask|clipPath|marker|filter)$/;

const tags = /<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const links = /\shref\s*=\s*["']\s*#([^"']+)["']|:href\s*=\s*["']\s*#([^"']+)["']|\burl\(\s*["']?#([^"')]+)/g;

interface Element {
  name: string;
  children: Element[];
  /** Ids to which the links of the element refer, and ids in its `url()` references. */
  linked: string[];
  painted: string[];
  /**
   * Number of drawn elements: this element, its descendants and all elements that they reference. Undefined until the
   * elements are counted.
   */
  drawn?: number;
}

export function isTooComplex(text: string): boolean {
  if (!text.includes('#')) return false;
  const { root, named } = parsed(text);
  return drawnOf(root, named) > Math.max(maxDrawn, 2 * text.length);
}

function parsed(text: string): { root: Element; named: ReadonlyMap<string, Element> } {
  const named = new Map<string, Element>();
  const root: Element = { name: '', children: [], linked: [], painted: [] };
  const open = [root];
  for (const [, closing, name = '', attributes = ''] of text.matchAll(tags)) {
    if (closing) {
      if (open.length > 1) open.pop();
      continue;
    }
    const element: Element = { name, children: [], linked: [], painted: [] };
    for (const [, plain, prefixed, url] of attributes.matchAll(links)) {
      const link = plain ?? prefixed;
      if (url !== undefined) element.painted.push(url);
      else if (link !== undefined && referring.test(name)) element.linked.push(link);
    }
    const id = /\sid\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    if (id && !named.has(id)) named.set(id, element);
    open.at(-1)?.children.push(element);
    if (!attributes.endsWith('/')) open.push(element);
  }
  return { root, named };
}

/**
 * Returns the number of drawn elements. Avoids recursion, because drawings can be nested deeply. An element that refers
 * to itself counts once.
 */
function drawnOf(root: Element, named: ReadonlyMap<string, Element>): number {
  const waiting = [{ element: root, isReady: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, isReady } = next;
    if (element.drawn !== undefined && !isReady) continue;
    const parts = [...element.children, ...referred(element, named)];
    if (isReady) element.drawn = parts.reduce((sum, { drawn = 0 }) => sum + drawn, 1);
    else {
      element.drawn = 0;
      waiting.push({ element, isReady: true });
      for (const part of parts) if (part.drawn === undefined) waiting.push({ element: part, isReady: false });
    }
  }
  return root.drawn ?? 0;
}

function referred({ linked, painted: paints }: Element, named: ReadonlyMap<string, Element>): Element[] {
  const found = (id: string) => named.get(id) ?? [];
  return [...linked.flatMap(found), ...paints.flatMap(found).filter(({ name }) => painted.test(name))];
}

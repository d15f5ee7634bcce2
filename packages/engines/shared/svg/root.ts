/** Reads the size of a drawing, and sets the size of its root element. */

export interface Size {
  width: number;
  height: number;
}

export interface Root {
  /** Offsets of the start and end of the start tag. */
  start: number;
  end: number;
  attributes: ReadonlyMap<string, string>;
}

/** CSS pixels per unit. The list of units has no percentages, because percentages have no meaning without a page. */
const pixels: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6 },
  ...{ em: 16, rem: 16, ex: 8 },
};

/** Finds the root element. Returns undefined if the root element is not `svg`. */
export function rootOf(text: string): Root | undefined {
  const found =
    /^(?:[^<]|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*?<((?:[\w.-]+:)?svg)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(
      text,
    );
  if (!found) return undefined;
  const [{ length: end }, name = '', attributes = ''] = found;
  const pairs = [...attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return {
    ...{ start: end - attributes.length - name.length - 2, end },
    attributes: new Map(pairs.map(([, name = '', double, single]) => [name, double ?? single ?? ''])),
  };
}

/**
 * Returns the size in CSS pixels according to the CSS rules for images. Returns undefined if the drawing has no size
 * and no `viewBox`.
 */
export function naturalSize({ attributes }: Root): Size | undefined {
  const width = lengthOf(attributes.get('width'));
  const height = lengthOf(attributes.get('height'));
  const box = viewBoxOf(attributes);
  if (width !== undefined && height !== undefined) return { width, height };
  if (!box) return undefined;
  if (width !== undefined) return { width, height: (width * box.height) / box.width };
  if (height !== undefined) return { width: (height * box.width) / box.height, height };
  return { width: box.width, height: box.height };
}

/** Returns a length in CSS pixels, or undefined for percentages, `auto` and invalid lengths. */
function lengthOf(value = ''): number | undefined {
  const [, number, unit = ''] = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(value) ?? [];
  const length = Number(number) * (pixels[unit.toLowerCase()] ?? NaN);
  return length > 0 && Number.isFinite(length) ? length : undefined;
}

interface Box extends Size {
  x: number;
  y: number;
}

function viewBoxOf(attributes: Root['attributes']): Box | undefined {
  const numbers = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) return undefined;
  return { x, y, width, height };
}

/**
 * Returns the drawing with a root element of the size `size`. If `canvas` is wider, the drawing is placed at the left
 * edge. Attributes in `more` are added unless the root element already has them.
 */
export function resized(
  text: string,
  root: Root,
  {
    natural,
    size,
    canvas = size.width,
    more = {},
  }: { natural: Size; size: Size; canvas?: number; more?: Readonly<Record<string, string>> },
): string {
  if (isStretched(root.attributes, natural)) return stretched(text, root, { natural, size, canvas });
  const box = shownBox(root.attributes, natural);
  const kept = [...root.attributes].filter(
    ([name]) => !['width', 'height', 'viewBox', 'preserveAspectRatio'].includes(name),
  );
  const tag = /^<[^\s/>]+/.exec(text.slice(root.start, root.end))?.[0] ?? '<svg';
  const written: [string, string][] = [
    ...Object.entries(more).filter(([name]) => !root.attributes.has(name)),
    ...kept,
    ['width', String(canvas)],
    ['height', String(size.height)],
    ['viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`],
    ['preserveAspectRatio', 'xMinYMin'],
  ];
  const isEmpty = text.slice(root.start, root.end).endsWith('/>');
  const attributes = written.map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('');
  return `${text.slice(0, root.start)}${tag}${attributes}${isEmpty ? '/' : ''}>${text.slice(root.end)}`;
}

/** Returns whether the drawing is stretched: `preserveAspectRatio` is `none` and the axes have different scales. */
function isStretched(attributes: Root['attributes'], { width, height }: Size): boolean {
  const box = viewBoxOf(attributes);
  return (
    box !== undefined &&
    /^\s*none\b/.test(attributes.get('preserveAspectRatio') ?? '') &&
    Math.abs((width * box.height) / (height * box.width) - 1) > 1e-6
  );
}

/**
 * Returns the drawing inside a new root element, which stretches the drawing from its natural size. A single `viewBox`
 * cannot scale the axes differently.
 */
function stretched(
  text: string,
  root: Root,
  { natural, size, canvas }: { natural: Size; size: Size; canvas: number },
): string {
  const outer = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas}" height="${size.height}" viewBox="0 0 ${natural.width} ${natural.height}" preserveAspectRatio="xMinYMin">`;
  const inner = text
    .slice(root.start, root.end)
    .replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    .replace(/^<[^\s/>]+/, (tag) => `${tag} width="${natural.width}" height="${natural.height}"`);
  return `${text.slice(0, root.start)}${outer}${inner}${text.slice(root.end).trimEnd()}</svg>`;
}

/**
 * Returns the part of the user space that is visible at the natural size, according to `viewBox` and
 * `preserveAspectRatio`.
 */
function shownBox(attributes: Root['attributes'], { width, height }: Size): Box {
  const box = viewBoxOf(attributes);
  if (!box) return { x: 0, y: 0, width, height };
  const [align = 'xMidYMid', how = 'meet'] = (attributes.get('preserveAspectRatio') ?? '')
    .trim()
    .split(/\s+/);
  const scales = [width / box.width, height / box.height];
  const scale = how === 'slice' ? Math.max(...scales) : Math.min(...scales);
  const shown = { width: width / scale, height: height / scale };
  const place = (axis: string) => (axis.includes('Min') ? 0 : axis.includes('Max') ? 1 : 0.5);
  return {
    ...shown,
    x: box.x - (shown.width - box.width) * place(align.slice(0, 4)),
    y: box.y - (shown.height - box.height) * place(align.slice(4)),
  };
}

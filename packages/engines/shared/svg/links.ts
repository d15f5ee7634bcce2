/** Finds and removes links of a drawing to external files, which resvg would read from the host. */
import { split } from './split.ts';

const tags = /<([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const links = /(\s(?:[\w-]+:)?href\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;

/**
 * Returns the drawing without links to external files. `removed` is the number of removed links that affect the
 * picture.
 */
export function withoutLinks(text: string): { text: string; removed: number } {
  let removed = 0;
  const kept = text.replace(tags, (tag, name: string, attributes: string) => {
    if (!attributes.includes('href')) return tag;
    const local = attributes.replace(links, (attribute, before: string, double?: string, single?: string) => {
      const target = (double ?? single ?? '').trimStart();
      if (target.startsWith('#') || /^data:/i.test(target)) return attribute;
      if (target !== '' && isDrawn(name)) removed += 1;
      return `${before}""`;
    });
    return `<${name}${local}>`;
  });
  return { text: kept, removed };
}

/**
 * Returns whether a link of this element affects the picture. Links of anchors and scripts do not affect the picture.
 */
const isDrawn = (name: string) => /^(?:[\w-]+:)?(?:image|feImage|use)$/.test(name);

/** External links that affect the picture: style sheets, imports and URLs in CSS. */
const styleSheet = /<\?xml-stylesheet\b[^>]*\shref\s*=\s*["'](?!\s*(?:#|data:|["']))/i;
const cssLink =
  /@import\s+["'](?!\s*data:)|\burl\(\s*(?:["']|&quot;|&apos;)?\s*(?!#|data:|[)"'\s]|&quot;|&apos;)/i;
/** Parts of CSS that may contain URLs, but do not affect the picture. */
const undrawn = /@namespace\b[^;]*;|\bcursor\s*:[^;}]*/gi;

/** Returns whether a drawing uses external files. */
export function namesOtherFiles(drawing: string): boolean {
  const text = split(drawing, '<!--', '-->').outside;
  if (styleSheet.test(text) || withoutLinks(text).removed > 0) return true;
  const styles = split(text, '<style', '</style>').within;
  const attributes = text.includes('url(') ? [...text.matchAll(tags)].map(([, , inside = '']) => inside) : [];
  return [...styles, ...attributes].some((css) => cssLink.test(css.replace(undrawn, '')));
}

/** Removes the links of a drawing to other files: resvg would read them wherever it runs. */

const tags = /<([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const links = /(\s(?:[\w-]+:)?href\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;

/** `removed` counts the links that would have been drawn. */
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

/** Links of anchors and scripts show nothing. */
const isDrawn = (name: string) => /^(?:[\w-]+:)?(?:image|feImage|use)$/.test(name);

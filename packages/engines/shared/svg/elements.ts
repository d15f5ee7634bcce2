/** Finds the SVG drawings in the markup of a page. */

/** Returns the outermost `svg` elements. An element without an end tag extends to the end of the page. */
export function drawingElements(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 1: slash, index } of text.matchAll(/<(\/?)svg(?=[\s/>])/gi)) {
    if (!slash) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, index));
    }
  }
  return depth > 0 ? [...found, text.slice(start)] : found;
}

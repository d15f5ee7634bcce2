/**
 * Divides pandoc's edges (conversions of source to target formats) between two engines. An engine with a browser
 * converts files with Mermaid diagrams or with SVG drawings that need a browser. An engine without a browser converts
 * the files that need no browser.
 */
import type { EdgeDeclaration } from '../../contract/engine.ts';
import { drawingFeatures, drawingsOf } from './embedded-drawings.ts';

/** Formats that mark the language of a code block or contain drawings. */
const sources =
  'md html xhtml rst org adoc mediawiki dokuwiki jira textile muse docbook jats ipynb docx odt epub'.split(
    ' ',
  );

/** Formats that can contain the picture of a diagram. In all other formats, the source of a diagram stays as code. */
const targets = 'html xhtml docx odt epub pptx rtf fb2'.split(' ');

/** Targets that browsers display. SVG drawings stay SVG in targets that browsers display. */
const shownByBrowsers = ['html', 'xhtml', 'epub'];

/** Targets that cannot contain drawings, because pandoc does not convert SVG for them. */
const withoutDrawings = ['rtf', 'fb2'];

/**
 * Patterns that mark a diagram in the source formats. All repetitions are limited in length, so the search is linear.
 */
const marks = [
  String.raw`(?:\`{3}|~{3})[ \t]{0,9}\{?[ \t]{0,9}\.?mermaid\b`,
  String.raw`^:{3,9}[ \t]{0,9}mermaid\b`,
  String.raw`\b(?:class|lang|language)\s{0,9}=\s{0,9}\\?["']?[^"'<>]{0,99}\bmermaid(?![\w-])`,
  String.raw`^\s{0,99}\.\. (?:mermaid|(?:code|code-block|sourcecode):: {1,9}mermaid)\b`,
  String.raw`#\+begin_src {1,9}mermaid\b`,
  String.raw`^\[(?:source)?[ ,]{0,9}mermaid\b`,
  String.raw`<(?:code|file) {1,9}mermaid\b`,
  String.raw`\{code:[^}\n]{0,99}\bmermaid\b`,
];
const mark = new RegExp(marks.join('|'), 'im');

/**
 * Returns `['Mermaid']` if the file contains a Mermaid diagram, which pandoc cannot draw without a browser. Returns an
 * empty list if the file contains no Mermaid diagram.
 */
export const withoutDiagrams = (file: Buffer): string[] =>
  file.includes('mermaid') && mark.test(file.toString('latin1')) ? ['Mermaid'] : [];

const canDraw = (from: string, to: string) => sources.includes(from) && targets.includes(to);

/**
 * Returns the edge without the pairs of source and target for which `canDraw` returns `excluded`. Returns undefined if
 * all pairs of source and target are excluded.
 */
function without(edge: EdgeDeclaration, excluded: boolean): EdgeDeclaration | undefined {
  const pairs = edge.reads.flatMap((from) => edge.writes.map((to) => [from, to] as const));
  const except = pairs.filter(([from, to]) => canDraw(from, to) === excluded);
  if (except.length === pairs.length) return undefined;
  return { ...edge, except: [...(edge.except ?? []), ...except.map(([from, to]) => `${from}>${to}`)] };
}

/**
 * Returns the edges of an engine without a browser. Files with diagrams, or with drawings that need a browser, are left
 * to the engine of {@link drawing}.
 */
export const undrawn = (edges: readonly EdgeDeclaration[]): EdgeDeclaration[] =>
  edges.flatMap((edge) => {
    const others = without(edge, true);
    const pages = withTargets(edge, (ext) => shownByBrowsers.includes(ext));
    const pixels = withTargets(edge, (ext) => withoutDrawings.includes(ext));
    const pictures = withTargets(edge, (ext) => ![...shownByBrowsers, ...withoutDrawings].includes(ext));
    return [
      ...(others ? [others] : []),
      ...lacking(pages, withoutDiagrams),
      ...lacking(pixels, (file) => [...withoutDiagrams(file), ...drawingsOf(file)]),
      ...lacking(pictures, (file) => [...withoutDiagrams(file), ...drawingFeatures(file)]),
    ];
  });

/** Returns the edge with only its `chosen` targets. */
const withTargets = (edge: EdgeDeclaration, chosen: (ext: string) => boolean): EdgeDeclaration => ({
  ...edge,
  writes: edge.writes.filter(chosen),
});

function lacking(edge: EdgeDeclaration, lacks: (file: Buffer) => string[]): EdgeDeclaration[] {
  const drawn = without(edge, false);
  return drawn ? [{ ...drawn, lacks }] : [];
}

/**
 * Returns the edges of the engine with a browser. These edges convert files with diagrams, or with drawings that need a
 * browser. The edges of {@link undrawn} convert all other files.
 */
export const drawing = (edges: readonly EdgeDeclaration[]): EdgeDeclaration[] =>
  edges.flatMap((edge) => {
    const drawn = without(edge, false);
    return drawn ? [{ ...drawn, cost: edge.cost + 4, fallback: true as const }] : [];
  });

/** Converts pandoc's inline elements to runs. A run is a piece of text with one style. */
import type { Run } from '../../shared/document/model.ts';
import { plainText } from '../../shared/document/runs.ts';
import type { AstBlock, Inline } from './pandoc-ast.ts';

/** Functions that add pictures and footnotes to the document, which stores them separately from the text. */
export interface Surroundings {
  /** Returns the id of a picture in the document, or undefined if the document does not contain it. */
  picture(source: string): string | undefined;
  /** Adds a footnote, and returns its id and its mark. */
  note(blocks: readonly AstBlock[]): { id: string; mark: string };
}

type Style = Omit<Run, 'text'>;

const styles: Readonly<Record<string, Style>> = {
  Emph: { italic: true },
  Strong: { bold: true },
  Underline: { underline: true },
  Strikeout: { strike: true },
  Superscript: { shift: 'sup' },
  Subscript: { shift: 'sub' },
  SmallCaps: {},
};

const breaks: Readonly<Record<string, string>> = { Space: ' ', SoftBreak: ' ', LineBreak: '\n' };

export function runsOfInlines(
  inlines: readonly Inline[],
  surroundings: Surroundings,
  style: Style = {},
): Run[] {
  return inlines.flatMap((inline) => runsOfInline(inline, surroundings, style));
}

function runsOfInline(inline: Inline, around: Surroundings, style: Style): Run[] {
  switch (inline.t) {
    case 'Str':
      return [{ ...style, text: inline.c }];
    case 'Space':
    case 'SoftBreak':
    case 'LineBreak':
      return [{ ...style, text: breaks[inline.t] ?? ' ' }];
    case 'Quoted': {
      const [open, close] = inline.c[0].t === 'SingleQuote' ? ['‘', '’'] : ['“', '”'];
      return [
        { ...style, text: open },
        ...runsOfInlines(inline.c[1], around, style),
        { ...style, text: close },
      ];
    }
    case 'Cite':
    case 'Span':
      return runsOfInlines(inline.c[1], around, style);
    case 'Code':
      return [{ ...style, text: inline.c[1], code: true }];
    case 'Math':
      return [{ ...style, text: inline.c[1], math: true }];
    case 'RawInline':
      return /^<br\b/i.test(inline.c[1]) ? [{ ...style, text: '\n' }] : [];
    case 'Link':
      return runsOfInlines(inline.c[1], around, { ...style, ...linkTo(inline.c[2][0]) });
    case 'Image':
      return imageRuns(inline.c[2][0], runsOfInlines(inline.c[1], around), around, style);
    case 'Note': {
      const { id, mark } = around.note(inline.c);
      return [{ text: mark, note: id }];
    }
    default:
      return runsOfInlines(inline.c, around, { ...style, ...styles[inline.t] });
  }
}

/** Returns the style of a link. A URL that would run a script does not become a link. */
const linkTo = (url: string): Style => (/^\s*javascript:/i.test(url) || url === '' ? {} : { link: url });

function imageRuns(source: string, caption: readonly Run[], around: Surroundings, style: Style): Run[] {
  const picture = around.picture(source);
  const text = plainText(caption).trim();
  if (picture !== undefined) return [{ ...style, text, picture }];
  return text === '' ? [] : [{ ...style, text }];
}

/** Returns the images of a paragraph, or undefined if the paragraph has other content. */
export function onlyImages(
  inlines: readonly Inline[],
): Extract<Inline, { t: 'Image' | 'Link' }>[] | undefined {
  const images: Extract<Inline, { t: 'Image' | 'Link' }>[] = [];
  for (const inline of inlines) {
    if (inline.t in breaks || (inline.t === 'Str' && inline.c.trim() === '')) continue;
    if (inline.t === 'Span') {
      const inner = onlyImages(inline.c[1]);
      if (!inner) return undefined;
      images.push(...inner);
    } else if (inline.t === 'Image') images.push(inline);
    else return undefined;
  }
  return images;
}

/** Reads the content of a document with pandoc: words, headings, tables, list items, links and pictures. */
import { wordsOf } from '../prove/oracles/documents/document.ts';
import { run } from '../samples/run.ts';

export interface Facts {
  words: string[];
  /** Each heading as `level text`. */
  headings: string[];
  /** Each pair of neighbouring table cells, as `text | text to the right` or `text / text below`. */
  neighbours: string[];
  /** The list items, each written as `depth text`. */
  items: string[];
  /** The links, each written as `text > URL`. */
  links: string[];
  /** For each picture, the 3 words before it and the 3 words after it. */
  pictures: string[];
}

interface Node {
  t: string;
  c?: unknown;
}

/** Returns the content of a Markdown or HTML file. */
export async function factsOf(file: string, syntax: 'gfm' | 'html'): Promise<Facts> {
  const { stdout } = await run('/usr/bin/pandoc', ['-f', syntax, '-t', 'json', file]);
  const { blocks } = JSON.parse(stdout.toString()) as { blocks: Node[] };
  const reader = new Reader();
  reader.blocks(blocks, 0);
  return reader.facts();
}

const mark = '\u0001';

class Reader {
  readonly #facts: Omit<Facts, 'words' | 'pictures'> = { headings: [], neighbours: [], items: [], links: [] };
  #text = '';

  facts(): Facts {
    const parts = this.#text.split(mark).map(tokens);
    const pictures = parts
      .slice(1)
      .map((after, n) => `${(parts[n] ?? []).slice(-3).join(' ')} [] ${after.slice(0, 3).join(' ')}`);
    return { ...this.#facts, words: parts.flat(), pictures };
  }

  blocks(blocks: readonly Node[], depth: number): void {
    for (const block of blocks) this.#block(block, depth);
  }

  #block({ t, c }: Node, depth: number): void {
    if (t === 'Header') {
      const [level, , inlines] = c as [number, unknown, Node[]];
      this.#facts.headings.push(`${level} ${tokens(this.#inlines(inlines)).join(' ')}`);
    } else if (t === 'Para' || t === 'Plain') this.#inlines(c as Node[]);
    else if (t === 'BulletList') this.#items(c as Node[][], depth);
    else if (t === 'OrderedList') this.#items((c as [unknown, Node[][]])[1], depth);
    else if (t === 'Table') this.#table(c as unknown[]);
    else if (t === 'CodeBlock') this.#text += ` ${(c as [unknown, string])[1]} `;
    else if (t === 'Div' || t === 'Figure') this.blocks((c as unknown[]).at(-1) as Node[], depth);
    else if (t === 'BlockQuote') this.blocks(c as Node[], depth);
    this.#text += '\n';
  }

  #items(items: readonly Node[][], depth: number): void {
    for (const item of items) {
      const [first] = item;
      const own = first && (first.t === 'Para' || first.t === 'Plain') ? plainText(first.c as Node[]) : '';
      this.#facts.items.push(`${depth} ${tokens(own).join(' ')}`);
      this.blocks(item, depth + 1);
    }
  }

  #table(parts: readonly unknown[]): void {
    const [, , , head, bodies] = parts as [
      unknown,
      unknown,
      unknown,
      [unknown, Row[]],
      [unknown, unknown, Row[], Row[]][],
    ];
    const rows = [...head[1], ...bodies.flatMap(([, , heads, body]) => [...heads, ...body])];
    const grid = rows.map(() => [] as string[]);
    for (const [y, [, cells]] of rows.entries()) {
      let x = 0;
      for (const [, , high, wide, blocks] of cells) {
        while (grid[y]?.[x] !== undefined) x += 1;
        const before = this.#text.length;
        this.blocks(blocks, 0);
        const text = tokens(this.#text.slice(before)).join(' ');
        for (let r = y; r < y + high; r += 1)
          for (let k = x; k < x + wide; k += 1) (grid[r] ??= [])[k] = text;
        x += wide;
      }
    }
    for (const [y, row] of grid.entries()) {
      for (const [x, text] of row.entries()) {
        if (!text) continue;
        const [right, below] = [row[x + 1], grid[y + 1]?.[x]];
        if (right && right !== text) this.#facts.neighbours.push(`${text} | ${right}`);
        if (below && below !== text) this.#facts.neighbours.push(`${text} / ${below}`);
      }
    }
  }

  #inlines(inlines: readonly Node[]): string {
    const text = plainText(inlines, (link) => this.#facts.links.push(link));
    this.#text += text;
    return text;
  }
}

type Row = [attributes: unknown, cells: [unknown, unknown, rows: number, columns: number, blocks: Node[]][]];

function plainText(inlines: readonly Node[], onLink: (link: string) => void = () => undefined): string {
  return inlines
    .map(({ t, c }): string => {
      if (t === 'Str') return c as string;
      if (['Space', 'SoftBreak', 'LineBreak'].includes(t)) return ' ';
      if (t === 'Code' || t === 'Math') return (c as [unknown, string])[1];
      if (t === 'Image') return mark;
      if (t === 'Link') {
        const [, inner, [url]] = c as [unknown, Node[], [string]];
        const text = plainText(inner, onLink);
        onLink(`${tokens(text).join(' ')} > ${url}`);
        return text;
      }
      if (t === 'Quoted' || t === 'Span' || t === 'Cite')
        return plainText((c as [unknown, Node[]])[1], onLink);
      return Array.isArray(c) ? plainText(c as Node[], onLink) : '';
    })
    .join('');
}

/** Splits text into words. Each Chinese character counts as a word, because Chinese has no spaces between words. */
const tokens = (text: string): string[] =>
  wordsOf(text.replace(/[\u3400-\u9fff]/g, (character) => ` ${character} `));

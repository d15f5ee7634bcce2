/** Refuses YAML documents whose aliases expand to far more than the file, or whose keys repeat, before expansion. */
import { CST, isAlias, isMap, isPair, isScalar, isSeq, Lexer, type Document, type YAMLMap } from 'yaml';
import { InvalidData } from './value.ts';

/** Most values that expanding aliases may add. */
const maxAdded = 1_000_000;

/** Most anchors and aliases of a document: each alias is looked up among all of them. */
const maxNames = 20_000;

/** Throws {@link InvalidData} for too many anchors and aliases; counting them is faster than parsing. */
export function checkNames(text: string): void {
  const candidates = /(?<![^\s[{,])[&*]/g;
  for (let n = 0; candidates.test(text); n += 1) {
    if (n === maxNames) return countNames(text);
  }
}

function countNames(text: string): void {
  let [names, isContent] = [0, false];
  for (const lexeme of new Lexer().lex(text)) {
    if (!isContent && /^[&*]/.test(lexeme)) names += 1;
    if (names > maxNames) throw tooManyNames();
    isContent = lexeme === CST.SCALAR;
  }
}

const tooManyNames = () => new InvalidData(`more than ${maxNames} anchors and aliases`);

/** Throws {@link InvalidData} unless the document can be expanded in time proportional to the file. */
export function checkExpansion(document: Document.Parsed): void {
  new Walk().follow(document.contents);
}

class Walk {
  /** The number of values under each anchor. */
  readonly #sizes = new Map<string, number>();
  #names = 0;
  #added = 0;

  /** The number of values of `node` with all its aliases expanded. */
  follow(node: unknown): number {
    if (isAlias(node)) return this.#reuse(node.source);
    if (isPair(node)) return this.follow(node.key) + this.follow(node.value);
    if (isMap(node)) checkKeys(node);
    let size = 1;
    if (isMap(node) || isSeq(node)) for (const item of node.items) size += this.follow(item);
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.#name();
      this.#sizes.set(node.anchor, size);
    }
    return size;
  }

  #reuse(anchor: string): number {
    this.#name();
    // An alias of a node that contains it is refused when it is expanded.
    const size = this.#sizes.get(anchor) ?? 1;
    this.#added += size;
    if (this.#added > maxAdded) throw new InvalidData('the aliases expand to too many values');
    return size;
  }

  #name(): void {
    this.#names += 1;
    if (this.#names > maxNames) throw tooManyNames();
  }
}

/** Finds repeated keys: the parser would compare each key with all before it, for hours where there are a million. */
function checkKeys({ items }: YAMLMap): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) throw new InvalidData('the keys of a map must be unique');
    seen.add(key.value);
  }
}

/** Refuses YAML documents whose aliases expand to far more than the file, or whose keys repeat, before expansion. */
import {
  CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { InvalidData } from '../values/value.ts';

/** Most values that expanding aliases may add. */
const maxAdded = 1_000_000;

/** Maximum number of anchors and aliases in a document, because each alias is searched among all of them. */
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
  /** The last node of each anchor, and its number of values. */
  readonly #anchored = new Map<string, { node: Node; size: number }>();
  #names = 0;
  #added = 0;

  /** The number of values of `node` with all its aliases expanded. */
  follow(node: unknown): number {
    if (isAlias(node)) return this.#reuse(node.source);
    if (isPair(node)) return this.follow(node.key) + this.follow(node.value);
    let size = 1;
    if (isSeq(node)) for (const item of node.items) size += this.follow(item);
    if (isMap(node)) size += this.#followPairs(node);
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.#name();
      this.#anchored.set(node.anchor, { node, size });
    }
    return size;
  }

  #reuse(anchor: string): number {
    this.#name();
    // An alias of a node that contains it is refused when it is expanded.
    const size = this.#anchored.get(anchor)?.size ?? 1;
    this.#added += size;
    if (this.#added > maxAdded) throw new InvalidData('the aliases expand to too many values');
    return size;
  }

  #name(): void {
    this.#names += 1;
    if (this.#names > maxNames) throw tooManyNames();
  }

  /**
   * Refuses repeated scalars and aliases as keys: the parser would compare each key with all before it, for hours if there
   * are a million. Keys of the same text are found later.
   */
  #followPairs({ items }: YAMLMap): number {
    const seen = new Set<unknown>();
    let size = 0;
    for (const item of items) {
      size += this.follow(item);
      const { key } = item;
      const node = isAlias(key) ? this.#anchored.get(key.source)?.node : key;
      const identity = isScalar(node) ? node.value : node;
      if (seen.has(identity)) throw new InvalidData('the keys of a map must be unique');
      seen.add(identity);
    }
    return size;
  }
}

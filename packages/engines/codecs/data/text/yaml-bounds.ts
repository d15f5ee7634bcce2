/**
 * Refuses YAML documents with repeated keys. Before aliases are expanded, also refuses documents whose aliases would
 * yield far more data than the file contains.
 */
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

/** Maximum number of values that the expansion of aliases may add. */
const maxAdded = 1_000_000;

/**
 * Maximum number of anchors and aliases in a document. The number of anchors and aliases is limited to bound the
 * parsing time, because the parser searches all anchors for each alias.
 */
const maxNames = 20_000;

/**
 * @throws {@link InvalidData} for too many anchors and aliases. Counting anchors and aliases is faster than parsing.
 */
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

/** @throws {@link InvalidData} if the aliases of the document expand to too many values, or if a map repeats a key. */
export function checkExpansion(document: Document.Parsed): void {
  new Walk().follow(document.contents);
}

class Walk {
  /** For each anchor: the last node with this anchor, and the number of values in the node. */
  readonly #anchored = new Map<string, { node: Node; size: number }>();
  #names = 0;
  #added = 0;

  /** Returns the number of values in `node` with all of its aliases expanded. */
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
    // An alias inside the node that it refers to has an unknown size, and is refused when it is expanded.
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
   * Returns the number of values in a map. Refuses the map if a key is repeated, either literally or through an alias.
   * The parser's check for repeated keys is disabled, because it compares each key with all earlier keys, which takes
   * hours for a million keys. `#followPairs` accepts keys with the same text but different types, such as 1 and "1".
   * The reader later refuses keys that differ only in their type.
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

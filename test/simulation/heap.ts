/** A binary heap: what comes first by `compare` is taken first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #compare: (one: Item, other: Item) => number;

  constructor(compare: (one: Item, other: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as Item;
      if (this.#compare(parent, item) <= 0) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  take(): Item | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#compare(items[below + 1] as Item, items[below] as Item) < 0)
        below += 1;
      const child = items[below] as Item;
      if (this.#compare(last, child) <= 0) break;
      items[at] = child;
      at = below;
    }
    items[at] = last;
    return first;
  }
}

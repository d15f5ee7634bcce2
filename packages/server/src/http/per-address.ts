/** Memoizes a value for each base URL that clients use. */

/**
 * Maximum number of memoized values. Without `BASE_URL`, each name that clients use for the server is a base URL.
 * Clients may reach the server under several names and at any loopback address.
 */
const maxValues = 8;

export class PerAddress<Value> {
  readonly #values = new Map<string, Value>();

  /**
   * Returns the value that belongs to a base URL. If the value does not exist yet, creates the value with `make`. If
   * there are too many values, discards the oldest value.
   */
  async get(baseUrl: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(baseUrl);
    if (known !== undefined) return known;
    const value = await make();
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= maxValues) this.#values.delete(oldest);
    this.#values.set(baseUrl, value);
    return value;
  }
}

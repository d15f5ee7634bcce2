/** Returns a path with the query parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.append(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

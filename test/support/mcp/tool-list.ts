/** The maximum size of the tool list. The size matters because every agent reads the list before its first task. */

/** Maximum number of characters of the list as JSON, which are about 3,000 tokens. */
export const maxListLength = 12_000;

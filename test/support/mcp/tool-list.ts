/** The maximum size of the tool list. Every agent reads the list before its first task. */

/** Characters of the list as JSON. This is about 3,000 tokens of 4 characters. */
export const maxListLength = 12_000;

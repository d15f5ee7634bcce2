/** Upper bound on the tool list, which every agent reads before its first task. */

/** Characters of the list as JSON: 3,000 tokens of about 4 characters. */
export const maxListLength = 12_000;

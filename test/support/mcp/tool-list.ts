/** The maximum size of the list of MCP tools, which every agent reads before its first task. */

/** Maximum length of the list as JSON, in characters. This is about 3,000 tokens. */
export const maxListLength = 12_000;

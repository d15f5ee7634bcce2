/** The maximum size of the list of MCP tools, which every agent reads before its first task. */

/** Maximum length of the tool list as JSON, in characters. The maximum corresponds to about 3,000 tokens. */
export const maxListLength = 12_000;

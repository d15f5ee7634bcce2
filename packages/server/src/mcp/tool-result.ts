/**
 * Converts a tool's answer to an MCP result: structured content, the same content as text, and a link to the file
 * (contract §13.4).
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ToolAnswer } from './tool.ts';

/**
 * Returns the result. Some clients pass the structured content to their model, and other clients pass the blocks of
 * `content`. The server cannot know which part a client uses, so both parts contain the complete answer.
 */
export function toolResult({ structured, file, text }: ToolAnswer): CallToolResult {
  const content: ContentBlock[] = [{ type: 'text', text: JSON.stringify(structured) }];
  if (file) {
    const { url, name, mime, size } = file;
    content.push({ type: 'resource_link', uri: url, name, mimeType: mime, size });
  }
  if (text !== undefined) content.push({ type: 'text', text });
  return {
    content,
    structuredContent: text === undefined ? structured : { ...structured, text },
  };
}

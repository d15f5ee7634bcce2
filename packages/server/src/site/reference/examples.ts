/** Writes an operation's examples in the languages of the reference: complete programs to copy. */
import type { DescribedOperation } from './description.ts';
import { curlExample } from './example-curl.ts';
import { nodeExample } from './example-node.ts';
import { pythonExample } from './example-python.ts';
import { requestOf } from './example-request.ts';

export interface Example {
  language: 'curl' | 'Node' | 'Python';
  /** Name of the language in syntax highlighters. */
  syntax: 'sh' | 'js' | 'python';
  code: string;
}

export function examplesOf(operation: DescribedOperation): Example[] {
  const request = requestOf(operation);
  return [
    { language: 'curl', syntax: 'sh', code: curlExample(request) },
    { language: 'Node', syntax: 'js', code: nodeExample(request) },
    { language: 'Python', syntax: 'python', code: pythonExample(request) },
  ];
}

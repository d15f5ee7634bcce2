/** Generates docs/examples.md, with every call of the API in curl, Node and Python. */
import {
  Description,
  type DescribedOperation,
} from '../../packages/server/src/site/reference/description.ts';
import { examplesOf } from '../../packages/server/src/site/reference/examples.ts';

export function examplesPage(document: object): string {
  const { tags, operations } = new Description(document);
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter((one) => one.tags.includes(name)),
  }));
  return [
    '# Examples',
    '',
    'This page shows every call of the API in curl, Node and Python. `script/docs` writes this page from the OpenAPI document, and',
    'a test runs each example. `PROTEAN_URL` is the URL of the service, and `PROTEAN_API_KEY` is one of your keys. The names of other',
    'variables describe their values. The Node examples import [the client](../packages/client) as `@protean/client`. The Python',
    'examples need only the standard library.',
    '',
    ...groups.flatMap(({ name, operations: all }) => `- ${name}: ${all.map(link).join(' · ')}`),
    ...groups.flatMap(({ name, description, operations: all }) => [
      '',
      `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
      '',
      description,
      ...all.flatMap(section),
    ]),
    '',
  ].join('\n');
}

const link = ({ operationId }: DescribedOperation) => `[${operationId}](#${operationId.toLowerCase()})`;

const section = (operation: DescribedOperation) => [
  '',
  `### ${operation.operationId}`,
  '',
  `\`${operation.method.toUpperCase()} ${operation.path}\`: ${operation.summary}`,
  ...examplesOf(operation).flatMap(({ syntax, code }) => ['', `\`\`\`${syntax}`, code, '```']),
];

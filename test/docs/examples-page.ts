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
    'Every call of the interface in curl, Node and Python; `script/docs` writes them from the description of the interface, and',
    'a test runs each. `PROTEAN_URL` is where the service is, `PROTEAN_API_KEY` a key of yours; further variables are named by',
    'what they hold. Node has [the client](../packages/client) as `@protean/client`; Python needs its standard library only.',
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

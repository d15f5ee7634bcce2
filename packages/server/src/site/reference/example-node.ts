/**
 * Writes an example request as a Node program. The program uses the client if the client has a method for the request.
 * If the client has no method for the request, the program uses `fetch`.
 */
import { partsOf, type ExampleRequest } from './example-request.ts';

export function nodeExample(request: ExampleRequest): string {
  return request.client === undefined ? fetchExample(request) : clientExample(request, request.client);
}

const client = '@protean/client';

function clientExample({ token }: ExampleRequest, statements: string): string {
  const own = token === 'PROTEAN_API_KEY' ? ', apiKey: env.PROTEAN_API_KEY' : '';
  return `import { env } from 'node:process';
import { Protean } from '${client}';

const protean = new Protean({ baseUrl: env.PROTEAN_URL${own} });
${statements}`;
}

function fetchExample({
  method,
  address,
  token,
  json,
  form,
  body,
  headers: own = {},
  saveAs,
  printsHeader,
  isStream,
}: ExampleRequest): string {
  const headers = [
    ...(token === undefined ? [] : [`Authorization: \`Bearer \${env.${token}}\``]),
    ...(json ? [`'Content-Type': 'application/json'`] : []),
    ...Object.entries(own).map(([name, value]) => `${propertyName(name)}: ${text(value)}`),
  ];
  const sendsFile = form !== undefined || body !== undefined;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(json ? [`body: JSON.stringify({ ${fieldsOf(json)} })`] : []),
    ...(form ? ['body: form'] : []),
    ...(body === undefined ? [] : [`body: await openAsBlob('${body}')`]),
  ];
  const init = options.length > 0 ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : '';
  return [
    ...(saveAs === undefined ? [] : [`import { writeFile } from 'node:fs/promises';`]),
    ...(sendsFile ? [`import { openAsBlob } from 'node:fs';`] : []),
    `import { env } from 'node:process';`,
    '',
    ...(form ? formLines(form) : []),
    `const response = await fetch(${text(address)}${init});`,
    'if (!response.ok) throw new Error(await response.text());',
    isStream
      ? 'for await (const chunk of response.body) process.stdout.write(chunk);'
      : saveAs === undefined
        ? `console.log(${printsHeader === undefined ? 'await response.text()' : `response.headers.get('${printsHeader}')`});`
        : `await writeFile('${saveAs}', response.body);`,
  ].join('\n');
}

const formLines = ({ file, fields }: NonNullable<ExampleRequest['form']>) => [
  'const form = new FormData();',
  `form.append('file', await openAsBlob('${file}'), '${file}');`,
  ...Object.entries(fields).map(([name, value]) => `form.append('${name}', '${value}');`),
];

const propertyName = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);

const fieldsOf = (json: NonNullable<ExampleRequest['json']>) =>
  Object.entries(json)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? text(value) : value}`)
    .join(', ');

function text(value: string): string {
  const parts = partsOf(value);
  if (parts.every((part) => typeof part === 'string')) return `'${value}'`;
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'object') return `env.${first.variable}`;
  const written = parts.map((part) => (typeof part === 'string' ? part : `\${env.${part.variable}}`));
  return `\`${written.join('')}\``;
}

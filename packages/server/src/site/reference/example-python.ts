/** Writes an example request as a Python program that needs only the standard library. */
import { partsOf, type ExampleRequest } from './example-request.ts';

export function pythonExample({
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
    ...(token === undefined ? [] : [`"Authorization": "Bearer " + os.environ["${token}"]`]),
    ...(json ? ['"Content-Type": "application/json"'] : []),
    // Without the header Content-Type, the library would declare the body as a form.
    ...(body === undefined || own['Content-Type'] !== undefined
      ? []
      : ['"Content-Type": "application/octet-stream"']),
    ...Object.entries(own).map(([name, value]) => `"${name}": ${text(value)}`),
    ...(form ? ['"Content-Type": f"multipart/form-data; boundary={boundary}"'] : []),
  ];
  const hasBody = [json, form, body].some((one) => one !== undefined);
  const options = [
    ...(method === (hasBody ? 'POST' : 'GET') ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(json ? [`data=json.dumps({${fieldsOf(json)}}).encode()`] : []),
    ...(form ? ['data=body'] : []),
    ...(body === undefined ? [] : [`data=open("${body}", "rb").read()`]),
  ];
  const request = [text(address), ...options];
  const oneLine = `request = urllib.request.Request(${request.join(', ')})`;
  const modules = ['os', 'urllib.request', ...(json ? ['json'] : []), ...(form ? ['uuid'] : [])];
  return [
    `import ${modules.sort().join(', ')}`,
    '',
    ...(form ? formLines(form) : []),
    ...(oneLine.length <= 100
      ? [oneLine]
      : ['request = urllib.request.Request(', ...request.map((part) => `    ${part},`), ')']),
    ...(saveAs === undefined
      ? [
          'with urllib.request.urlopen(request) as response:',
          ...(isStream
            ? ['    for line in response:', '        print(line.decode(), end="")']
            : [
                printsHeader === undefined
                  ? '    print(response.read().decode())'
                  : `    print(response.headers["${printsHeader}"])`,
              ]),
        ]
      : [
          `with urllib.request.urlopen(request) as response, open("${saveAs}", "wb") as file:`,
          '    file.write(response.read())',
        ]),
  ].join('\n');
}

/**
 * Writes the lines that encode the form. The example encodes the form itself, because Python's standard library cannot
 * encode forms with files.
 */
const formLines = ({ file, fields }: NonNullable<ExampleRequest['form']>) => [
  'boundary = uuid.uuid4().hex',
  'body = b""',
  ...(Object.keys(fields).length > 0
    ? [
        `for name, value in {${Object.entries(fields)
          .map(([name, value]) => `"${name}": "${value}"`)
          .join(', ')}}.items():`,
        `    body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'.encode()`,
      ]
    : []),
  `body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${file}"\\r\\n\\r\\n'.encode()`,
  `body += open("${file}", "rb").read() + f"\\r\\n--{boundary}--\\r\\n".encode()`,
  '',
];

const fieldsOf = (json: NonNullable<ExampleRequest['json']>) =>
  Object.entries(json)
    .map(([name, value]) => `"${name}": ${literal(value)}`)
    .join(', ');

function literal(value: string | number | boolean): string {
  if (typeof value === 'string') return text(value);
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

function text(value: string): string {
  return partsOf(value)
    .map((part) => (typeof part === 'string' ? `"${part}"` : `os.environ["${part.variable}"]`))
    .join(' + ');
}

/** Writes an example request as a curl command. */
import type { ExampleRequest } from './example-request.ts';

export function curlExample({
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
  const implied = body !== undefined ? 'PUT' : json || form ? 'POST' : 'GET';
  const fields = Object.entries(form?.fields ?? {}).map(([name, value]) => `-F ${name}=${value}`);
  const parts = [
    // If the request fails, curl must not save the error response as the file.
    `curl ${saveAs === undefined ? '--fail-with-body' : '-f'}${isStream ? ' --no-buffer' : ''}${method === implied ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...Object.entries(own).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(json ? [`--json ${quoted(JSON.stringify(json))}`] : []),
    ...(form ? [[`-F file=@${form.file}`, ...fields].join(' ')] : []),
    ...(body === undefined ? [] : [`--upload-file ${body}`]),
    ...(saveAs === undefined ? [] : [`-o ${saveAs}`]),
    ...(printsHeader === undefined ? [] : [`-s -o /dev/null -w '%header{${printsHeader.toLowerCase()}}'`]),
    `"${address}"`,
  ];
  const line = parts.join(' ');
  return line.length <= 100 ? line : parts.join(' \\\n  ');
}

/** Quotes text for a shell. Uses double quotes if the text contains a variable. */
function quoted(text: string): string {
  return text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}

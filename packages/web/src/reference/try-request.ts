/** Builds a `fetch` request from a form on a page of the API reference. */

export interface TriedRequest {
  /** Path below the service's base URL, with its query. */
  path: string;
  init: RequestInit;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Builds the request that the form describes. `key` is the API key or an empty string. */
export function requestOf(form: HTMLFormElement, key: string): TriedRequest {
  const { method = 'GET', path: pattern = '', type = '' } = form.dataset;
  const fields = [...form.querySelectorAll<Field>('[data-in]')];
  const of = (location: string) =>
    fields.filter((field) => field.dataset['in'] === location && field.value !== '');
  const path = of('path').reduce(
    (at, { name, value }) => at.replace(`{${name}}`, () => encodeURIComponent(value)),
    pattern,
  );
  const query = new URLSearchParams(
    of('query').map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  const headers = new Headers(of('header').map(({ name, value }): [string, string] => [name, value]));
  if (key !== '') headers.set('Authorization', `Bearer ${key}`);
  const init: RequestInit = { method, headers };
  if (type === 'multipart/form-data') init.body = formOf(of);
  else if (type === 'application/json') {
    headers.set('Content-Type', type);
    init.body = of('json')[0]?.value ?? '{}';
  } else if (type !== '') init.body = filesOf(of)[0] ?? null;
  return { path: query === '' ? path : `${path}?${query}`, init };
}

function formOf(of: (location: string) => Field[]): FormData {
  const form = new FormData();
  for (const file of filesOf(of)) form.append('file', file);
  for (const { name, value } of of('form')) form.append(name, value);
  for (const line of of('options').flatMap(({ value }) => value.split('\n'))) {
    const [name = '', ...rest] = line.split('=');
    if (name.trim() !== '') form.append(name.trim(), rest.join('=').trim());
  }
  return form;
}

const filesOf = (of: (location: string) => Field[]) =>
  of('file').flatMap((field) => (field instanceof HTMLInputElement ? [...(field.files ?? [])] : []));

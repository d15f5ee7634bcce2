/** Sends the request of a form in the reference. Shows status, headers and body of the response. */
import { kept, keep } from './kept.ts';
import { requestOf } from './try-request.ts';

const keyName = 'protean-reference-key';

export function prepareTrying(): void {
  const keyForm = document.querySelector<HTMLFormElement>('.key-field');
  const keyField = keyForm?.querySelector('input');
  if (!keyForm || !keyField) return;
  keyForm.hidden = false;
  keyField.value = kept('session', keyName) ?? '';
  keyField.addEventListener('input', () => keep('session', keyName, keyField.value));
  keyForm.addEventListener('submit', (event) => event.preventDefault());
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    part.hidden = false;
    const form = part.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form, keyField.value.trim());
    });
  }
}

/** Maximum number of characters of a response body that are shown. A longer response body is truncated. */
const maxShown = 20_000;

async function send(form: HTMLFormElement, key: string): Promise<void> {
  const answer = form.querySelector('.try-answer');
  const cancel = form.querySelector<HTMLButtonElement>('[data-cancel]');
  if (!answer || !cancel || !cancel.hidden) return;
  const aborting = new AbortController();
  const stop = () => aborting.abort();
  cancel.hidden = false;
  cancel.addEventListener('click', stop);
  answer.replaceChildren(paragraph('Waiting for the response'));
  const began = performance.now();
  try {
    const { path, init } = requestOf(form, key);
    const base = document.documentElement.dataset['base']?.replace(/\/$/, '') ?? '';
    const response = await fetch(base + path, { ...init, signal: aborting.signal });
    const body = await response.blob();
    const ms = Math.round(performance.now() - began);
    answer.replaceChildren(...(await shown(response, body, ms)));
  } catch (error) {
    const text = aborting.signal.aborted ? 'Cancelled.' : `No response: ${(error as Error).message}`;
    answer.replaceChildren(paragraph(text));
  } finally {
    cancel.hidden = true;
    cancel.removeEventListener('click', stop);
  }
}

async function shown(response: Response, body: Blob, ms: number): Promise<Node[]> {
  const status = paragraph(`${response.status} ${response.statusText}`.trim());
  status.className = `try-status ${response.ok ? 'ok' : 'failed'}`;
  const time = document.createElement('span');
  time.className = 'type';
  time.textContent = ` ${ms} ms, ${body.size.toLocaleString('en')} bytes`;
  status.append(time);
  const headers = document.createElement('details');
  headers.className = 'more';
  const summary = document.createElement('summary');
  const pairs = [...response.headers];
  summary.textContent = `${pairs.length} headers`;
  headers.append(summary, code(pairs.map(([name, value]) => `${name}: ${value}`).join('\n'), 'Headers'));
  return [status, headers, ...(await shownBody(response, body))];
}

async function shownBody(response: Response, body: Blob): Promise<Node[]> {
  if (body.size === 0) return [];
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const name = fileNameIn(response.headers.get('content-disposition'));
  if (name !== undefined || !/^(text\/|application\/(json|yaml))/.test(type)) return [download(body, name)];
  const text = await body.text();
  const written = type === 'application/json' ? pretty(text) : text;
  const cut = written.length > maxShown ? `${written.slice(0, maxShown)}\n…` : written;
  return [code(cut, 'Body')];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function fileNameIn(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined ? /filename="?([^";]+)/i.exec(disposition)?.[1] : decodeURIComponent(encoded);
}

function download(body: Blob, name = 'answer'): Node {
  const link = document.createElement('a');
  link.className = 'button small';
  link.href = URL.createObjectURL(body);
  link.download = name;
  link.textContent = `Download ${name}`;
  return link;
}

function code(text: string, label: string): HTMLPreElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', label);
  const element = document.createElement('code');
  element.textContent = text;
  pre.append(element);
  return pre;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

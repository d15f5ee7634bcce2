/** Starts the convert tool, which replaces the plain form. */
import './convert.css';
import { render } from 'preact';
import { Announcer } from './app/announcer.ts';
import type { App } from './app/app.ts';
import { Convert } from './views/convert.tsx';
import { chosenFiles } from './state/dropped.ts';
import type { Item } from './state/item.ts';
import { fingerprintOf } from './send/kept-uploads.ts';
import { guardLeaving } from './leave-guard.ts';
import { Memory } from './state/memory.ts';
import { Queue } from './app/queue.ts';
import { RouteDetails } from './state/route-details.ts';
import { Routes, type RouteTable } from './state/routes.ts';
import { settingsOf } from './state/settings.ts';
import { Tool } from './state/tool.ts';
import { loadMessages } from './messages.ts';

/** Returns the browser's storage, or undefined if the browser blocks it. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

async function start(root: HTMLElement): Promise<void> {
  const settings = settingsOf(root, document);
  const [messages, table] = await Promise.all([
    loadMessages(settings.language),
    fetch(settings.routesUrl).then((response) => response.json() as Promise<RouteTable>),
  ]);
  const tool = new Tool(settings, new Routes(table), new RouteDetails(settings.base), new Memory(storage()));
  const announcer = new Announcer();
  const queue = new Queue(tool, (item) => announce(item));
  const app: App = {
    tool,
    queue,
    messages,
    announcer,
    add: (files) => {
      if (files.length === 0) return;
      const isFirst = tool.items.peek().length === 0;
      for (const item of tool.add(tool.takeSecondFile(files))) recallUpload(item);
      announcer.announce(() => messages.say('announce_added', { count: files.length }));
      if (isFirst) requestAnimationFrame(() => document.getElementById('target')?.focus());
    },
  };

  function recallUpload(item: Item): void {
    const { isSignedIn, isPrivate, directBytes } = settings;
    if (!('file' in item.source) || !(isSignedIn || isPrivate) || item.size <= directBytes) return;
    const file = fingerprintOf(item.source.file);
    const { sent = 0 } = queue.uploads.find(file) ?? {};
    item.sentBefore = sent / item.size;
    queue.uploads.taken(file);
  }

  function announce(item: Item): void {
    const items = tool.work.peek();
    if (item.isRunning.peek()) return;
    const isOver = !items.some((one) => one.isRunning.peek());
    announcer.announce(() => (isOver ? summary(items) : progressOf(items)));
    if (isOver && document.activeElement?.id === 'start') {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.row a[download]')?.focus());
    }
  }

  const ended = (items: readonly Item[], kind: string) =>
    items.filter((item) => item.state.peek().kind === kind);
  const progressOf = (items: readonly Item[]) =>
    messages.say('announce_done', { done: ended(items, 'done').length, count: items.length });

  function summary(items: readonly Item[]): string {
    const failed = ended(items, 'failed');
    const names = messages.list(failed.slice(0, 3).map(({ name }) => name));
    const sentences = [
      messages.say('announce_finished', { count: ended(items, 'done').length }),
      failed.length > 0 && messages.say('announce_failed', { count: failed.length, names }),
    ];
    return sentences.filter(Boolean).join(' ');
  }

  guardLeaving(tool);
  const plainInput = root.querySelector<HTMLInputElement>('input[type=file]');
  root.replaceChildren();
  render(<Convert app={app} />, root);
  root.dataset['started'] = 'true';
  if (plainInput) takeFromPlainForm(plainInput, app);
}

/**
 * Adds the files that the user chose in the plain form before the script was loaded. Files from a file dialog that was
 * open when the script was loaded are added too.
 */
function takeFromPlainForm(input: HTMLInputElement, { add }: App): void {
  add(chosenFiles(input.files ?? []));
  input.addEventListener('change', () => add(chosenFiles(input.files ?? [])));
}

const root = document.getElementById('convert');
if (root) {
  start(root).catch((error: unknown) => {
    // A required file could not be loaded. The plain form is shown, because it works without scripts.
    root.dataset['started'] = 'failed';
    reportError(error);
  });
}

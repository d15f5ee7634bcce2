/** The row of a file: its name, its target, and the available actions. */
import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { App } from '../app/app.ts';
import { Icon } from './icon.tsx';
import type { Item } from '../state/item.ts';
import { lazy } from './lazy.tsx';
import { RowAction } from './row-action.tsx';
import { RowSource, RowTarget } from './row-format.tsx';
import { moveTo, RowOrder } from './row-order.tsx';
import { isVague, rowText, type Tone } from './row-text.ts';
import { Thumbnail } from './thumbnail.tsx';

interface RowProps {
  app: App;
  item: Item;
}

const toneIcons: Readonly<Record<Tone, string | undefined>> = {
  plain: undefined,
  success: 'check',
  warning: 'alert',
  danger: 'alert',
};

/** Data type of a dragged row. A row ignores dragged data of any other type. */
const draggedRow = 'application/x-protean-row';

/** Number of characters to keep at the end of a long name, which is shortened in the middle. */
const keptEnd = 10;

export function FileRow({ app, item }: RowProps) {
  const { tool, queue, messages } = app;
  const row = useRef<HTMLLIElement>(null);
  const preview = useSignal(false);
  const report = useSignal(false);
  const state = item.state.value;
  const { perMinute, isSignedIn } = tool.settings;
  const { text, tone } = rowText(item, messages, perMinute, isSignedIn, () => queue.now.value);
  const toneIcon = toneIcons[tone];
  const remove = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('.row-remove');
    tool.remove(item);
    if (button) button.focus();
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('.drop .solid')?.focus());
  };
  const isOrdered = tool.isCombining.value;
  const { task } = tool.settings;
  const hasTarget = task === undefined || tool.targetOf(item) !== tool.settings.target;
  const isMovable = isOrdered && tool.combined.value?.isRunning.value !== true;
  return (
    <li
      ref={row}
      class={isOrdered ? 'row ordered' : 'row'}
      draggable={isMovable}
      onDragStart={({ dataTransfer }) => {
        dataTransfer?.setData(draggedRow, String(item.id));
        if (dataTransfer) dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (isMovable && event.dataTransfer?.types.includes(draggedRow)) event.preventDefault();
      }}
      onDrop={(event) => {
        const id = Number(event.dataTransfer?.getData(draggedRow));
        const dragged = tool.items.peek().find((other) => other.id === id);
        if (!isMovable || !dragged) return;
        event.preventDefault();
        event.stopPropagation();
        moveTo(app, dragged, tool.items.peek().indexOf(item));
      }}
    >
      <div class="row-icon">
        <Thumbnail item={item} />
      </div>
      <div class="row-main">
        <bdi class="row-name" title={item.path}>
          <span class="row-name-start">{item.name.slice(0, -keptEnd)}</span>
          <span>{item.name.slice(-keptEnd)}</span>
        </bdi>
        <p class={`row-state ${tone}`}>
          {toneIcon && <Icon name={toneIcon} />}
          <span>{text}</span>
        </p>
        {state.kind === 'failed' && state.detail && (
          <details class="row-details" open={isVague(state.message) && text !== state.detail}>
            <summary>{messages.say('details')}</summary>
            {text !== state.detail && <p lang="en">{state.detail}</p>}
            {state.requestId && <p>{messages.say('request_id', { id: state.requestId })}</p>}
          </details>
        )}
        {state.kind === 'failed' && state.way === 'password' && <Password app={app} item={item} />}
      </div>
      <div class="row-target">
        {state.kind === 'unknown' ? (
          <RowSource app={app} item={item} />
        ) : isOrdered ? (
          <RowOrder app={app} item={item} />
        ) : (
          hasTarget && <RowTarget app={app} item={item} />
        )}
      </div>
      <div class="row-action">
        <RowAction app={app} item={item} />
        {state.kind === 'done' && (
          <Opener
            shown={preview}
            label={messages.say('preview_of', { name: state.result.name })}
            text={messages.say('preview')}
          />
        )}
        {state.kind === 'done' && state.result.report && (
          <Opener
            shown={report}
            label={messages.say('report_of', { name: state.result.name })}
            text={messages.say('report')}
          />
        )}
      </div>
      <button
        type="button"
        class="row-remove"
        aria-label={messages.say('remove_file', { name: item.name })}
        onClick={remove}
      >
        <Icon name="close" />
      </button>
      {task?.showsPages && 'file' in item.source && item.format.value?.ext === 'pdf' && (
        <LazyPages app={app} item={item} file={item.source.file} />
      )}
      {state.kind === 'done' && preview.value && <LazyPreview app={app} item={item} result={state.result} />}
      {state.kind === 'done' && state.result.report && report.value && (
        <LazyReport app={app} item={item} result={state.result} report={state.result.report} />
      )}
      {(state.kind === 'uploading' || state.kind === 'queued' || state.kind === 'converting') && (
        <progress
          class="row-progress"
          aria-label={`${item.name}, ${text}`}
          {...('share' in state && state.share !== undefined ? { value: state.share, max: 1 } : {})}
        />
      )}
    </li>
  );
}

/** A button that shows or hides a part of the row. */
function Opener({ shown, label, text }: { shown: Signal<boolean>; label: string; text: string }) {
  return (
    <button
      type="button"
      class="button quiet small"
      aria-expanded={shown.value}
      aria-label={label}
      onClick={() => (shown.value = !shown.value)}
    >
      {text}
    </button>
  );
}

function Password({ app: { queue, messages }, item }: RowProps) {
  return (
    <form
      class="row-password"
      onSubmit={(event) => {
        event.preventDefault();
        queue.start([item]);
      }}
    >
      <input
        class="field"
        type="password"
        autoComplete="off"
        required
        aria-label={messages.say('password', { name: item.name })}
        onInput={({ currentTarget }) => (item.password.value = currentTarget.value)}
      />
      <button class="button small">{messages.say('open')}</button>
    </form>
  );
}

const LazyPages = lazy(async () => (await import('./page-grid.tsx')).PageGrid);
const LazyPreview = lazy(async () => (await import('./preview.tsx')).Preview);
const LazyReport = lazy(async () => (await import('./report.tsx')).Report);

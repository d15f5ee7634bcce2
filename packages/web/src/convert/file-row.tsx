/** One file: its name, what becomes of it, and what can be done with it now. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { formats, format } from '@protean/formats';
import { categories } from '@protean/formats/format.ts';
import type { App } from './app.ts';
import { Icon } from './icon.tsx';
import type { Item, Result } from './item.ts';
import { rowText, type Tone } from './row-text.ts';

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

/** So much of a name's end stays when its middle is cut. */
const keptEnd = 10;

export function FileRow({ app, item }: RowProps) {
  const { tool, queue, words } = app;
  const row = useRef<HTMLLIElement>(null);
  const preview = useSignal(false);
  const state = item.state.value;
  const { perMinute, isSignedIn } = tool.settings;
  const { text, tone } = rowText(item, words, perMinute, isSignedIn, () => queue.now.value);
  const toneIcon = toneIcons[tone];
  const remove = () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('.row-remove');
    tool.remove(item);
    (button ?? document.getElementById('files'))?.focus();
  };
  return (
    <li ref={row} class="row">
      <div class="row-icon">
        <Icon name={item.format.value?.category ?? 'file'} />
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
          <details class="row-details">
            <summary>{words.say('details')}</summary>
            <p lang="en">{state.detail}</p>
            {state.requestId && <p>{words.say('request_id', { id: state.requestId })}</p>}
          </details>
        )}
        {state.kind === 'failed' && state.way === 'password' && <Password app={app} item={item} />}
      </div>
      <div class="row-target">
        {state.kind === 'unknown' ? (
          <SourceSelect app={app} item={item} />
        ) : (
          <TargetSelect app={app} item={item} />
        )}
      </div>
      <div class="row-action">
        <Action app={app} item={item} />
        {state.kind === 'done' && (
          <button
            type="button"
            class="button quiet small"
            aria-expanded={preview.value}
            aria-label={words.say('preview_of', { name: state.result.name })}
            onClick={() => (preview.value = !preview.value)}
          >
            {words.say('preview')}
          </button>
        )}
      </div>
      <button
        type="button"
        class="row-remove"
        aria-label={words.say('remove_file', { name: item.name })}
        onClick={remove}
      >
        <Icon name="close" />
      </button>
      {state.kind === 'done' && preview.value && <LazyPreview app={app} item={item} result={state.result} />}
      {(state.kind === 'uploading' || state.kind === 'converting') && (
        <progress
          class="row-progress"
          aria-label={`${item.name}, ${text}`}
          {...(state.kind === 'uploading' ? { value: state.share, max: 1 } : {})}
        />
      )}
    </li>
  );
}

function Action({ app: { queue, words, tool }, item }: RowProps) {
  const state = item.state.value;
  if (state.kind === 'done') {
    const { url, name } = state.result;
    return (
      <a class="button small" href={url} download={name} aria-label={words.say('download_file', { name })}>
        {words.say('download')}
      </a>
    );
  }
  if (item.isRunning.value) {
    const isAgain = state.kind === 'waiting' && ['busy', 'away'].includes(state.reason);
    return (
      <>
        {isAgain && (
          <button type="button" class="button small" onClick={() => queue.tryNow(item)}>
            {words.say('try_now')}
          </button>
        )}
        <button
          type="button"
          class="button small"
          aria-label={words.say('cancel_file', { name: item.name })}
          onClick={() => queue.cancel(item)}
        >
          {words.say('cancel')}
        </button>
      </>
    );
  }
  if (
    state.kind === 'failed' &&
    state.way === 'sign_in' &&
    !tool.settings.isSignedIn &&
    !tool.settings.isPrivate
  ) {
    return (
      <a class="button small" href={`${tool.settings.base}dashboard`}>
        {words.say('sign_in')}
      </a>
    );
  }
  if (state.kind === 'cancelled' || (state.kind === 'failed' && state.way === 'retry')) {
    return (
      <button type="button" class="button small" onClick={() => queue.start([item])}>
        {words.say(state.kind === 'cancelled' ? 'convert_again' : 'try_again')}
      </button>
    );
  }
  return null;
}

function Password({ app: { queue, words }, item }: RowProps) {
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
        aria-label={words.say('password', { name: item.name })}
        onInput={({ currentTarget }) => (item.password.value = currentTarget.value)}
      />
      <button class="button small">{words.say('open')}</button>
    </form>
  );
}

/** Its list is long and there are many rows, so it is filled when somebody goes there. */
function TargetSelect({ app: { tool, words }, item }: RowProps) {
  const isFilled = useSignal(false);
  const source = item.format.value;
  const target = tool.targetOf(item);
  if (!source || !target) return null;
  const targets = [...tool.routes.targetsOf(source.ext)];
  return (
    <select
      class="row-select"
      aria-label={words.say('convert_file_to', { name: item.name })}
      value={target}
      disabled={item.isRunning.value}
      onFocus={() => (isFilled.value = true)}
      onPointerDown={() => (isFilled.value = true)}
      onChange={({ currentTarget }) => {
        item.override.value = currentTarget.value;
        if (!['ready', 'reading'].includes(item.state.peek().kind)) item.state.value = { kind: 'ready' };
      }}
    >
      {isFilled.value ? (
        <Options exts={targets} words={words} />
      ) : (
        <option value={target}>{target.toUpperCase()}</option>
      )}
    </select>
  );
}

function SourceSelect({ app: { tool, words }, item }: RowProps) {
  const sources = formats.filter(({ ext }) => tool.routes.isSource(ext)).map(({ ext }) => ext);
  return (
    <select
      class="row-select"
      aria-label={words.say('what_is', { name: item.name })}
      value=""
      onChange={({ currentTarget }) => {
        item.format.value = format(currentTarget.value);
        item.state.value = { kind: 'ready' };
      }}
    >
      <option value="" disabled>
        …
      </option>
      <Options exts={sources} words={words} />
    </select>
  );
}

function Options({ exts, words }: { exts: readonly string[]; words: App['words'] }) {
  const groups = categories.map(
    (name) => [name, exts.filter((ext) => format(ext).category === name)] as const,
  );
  return (
    <>
      {groups.map(
        ([name, some]) =>
          some.length > 0 && (
            <optgroup key={name} label={words.domain(`category_${name}`)}>
              {some.map((ext) => (
                <option key={ext} value={ext}>
                  {ext.toUpperCase()}
                </option>
              ))}
            </optgroup>
          ),
      )}
    </>
  );
}

type PreviewComponent = ComponentType<{ app: App; item: Item; result: Result }>;

function LazyPreview(props: { app: App; item: Item; result: Result }) {
  const loaded = useSignal<PreviewComponent | undefined>(undefined);
  if (!loaded.value) {
    void import('./preview.tsx').then(({ Preview }) => {
      loaded.value = Preview;
    });
    return null;
  }
  const Loaded = loaded.value;
  return <Loaded {...props} />;
}

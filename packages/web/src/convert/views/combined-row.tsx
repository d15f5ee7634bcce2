/** The row of the combined file, with its progress and its result. */
import type { App } from '../app/app.ts';
import { Icon } from './icon.tsx';
import type { Item } from '../state/item.ts';
import { RowAction } from './row-action.tsx';
import { rowText } from './row-text.ts';

export function CombinedRow({ app, item }: { app: App; item: Item }) {
  const { tool, queue, messages } = app;
  const { perMinute, isSignedIn } = tool.settings;
  const state = item.state.value;
  const { text, tone } = rowText(item, messages, perMinute, isSignedIn, () => queue.now.value);
  return (
    <div class="row combined-row" role="group" aria-label={messages.say('one_file')}>
      <div class="row-icon">
        <Icon name={tone === 'danger' ? 'alert' : 'copy'} />
      </div>
      <div class="row-main">
        <bdi class="row-name">
          <span class="row-name-start">{item.name}</span>
        </bdi>
        <p class={`row-state ${tone}`}>
          {tone === 'success' && <Icon name="check" />}
          <span>{text}</span>
        </p>
        {state.kind === 'failed' && state.detail && (
          <details class="row-details">
            <summary>{messages.say('details')}</summary>
            <p lang="en">{state.detail}</p>
            {state.requestId && <p>{messages.say('request_id', { id: state.requestId })}</p>}
          </details>
        )}
      </div>
      <div class="row-action">
        <RowAction app={app} item={item} />
      </div>
      {(state.kind === 'uploading' || state.kind === 'converting') && (
        <progress
          class="row-progress"
          aria-label={`${item.name}, ${text}`}
          {...('share' in state && state.share !== undefined ? { value: state.share, max: 1 } : {})}
        />
      )}
    </div>
  );
}

/**
 * The action that a row offers, depending on the state of its file: download the file, resolve a failure, or cancel the
 * conversion.
 */
import { format } from '@protean/formats';
import type { App } from '../app/app.ts';
import type { Item, WayOut } from '../state/item.ts';

interface RowProps {
  app: App;
  item: Item;
}

export function RowAction({ app, item }: RowProps) {
  const { queue, tool, messages } = app;
  const state = item.state.value;
  if (state.kind === 'done') {
    const { url, name } = state.result;
    const isOnly = tool.isOver.value && tool.work.value.length === 1;
    return (
      <a
        class={isOnly ? 'button solid small' : 'button small'}
        href={url}
        download={name}
        aria-label={messages.say('download_file', { name })}
      >
        {messages.say('download')}
      </a>
    );
  }
  if (item.isRunning.value) {
    const isAgain = state.kind === 'waiting' && ['busy', 'away'].includes(state.reason);
    return (
      <>
        {isAgain && <Action text={messages.say('try_now')} onClick={() => queue.tryNow(item)} />}
        <button
          type="button"
          class="button small"
          aria-label={messages.say('cancel_file', { name: item.name })}
          onClick={() => queue.cancel(item)}
        >
          {messages.say('cancel')}
        </button>
      </>
    );
  }
  if (state.kind === 'cancelled') return <Again app={app} item={item} label="convert_again" />;
  return state.kind === 'failed' ? <Way app={app} item={item} way={state.way} /> : null;
}

function Way({ app, item, way }: RowProps & { way: WayOut }) {
  const { tool, queue, messages } = app;
  const { base, isSignedIn, isPrivate, sellsPlans } = tool.settings;
  const state = item.state.value;
  switch (way) {
    case 'sign_in':
      return isPrivate ? null : <Link href={`${base}dashboard`} text={messages.say('sign_in')} />;
    case 'plans':
      return sellsPlans ? <Link href={`${base}pricing`} text={messages.say('plans')} /> : null;
    case 'retry':
      return <Again app={app} item={item} label="try_again" />;
    case 'job': {
      if (item.isJob || !(isSignedIn || isPrivate)) return <Again app={app} item={item} label="try_again" />;
      const run = () => {
        item.isJob = true;
        queue.start([item]);
      };
      return <Action text={messages.say('run_as_job')} onClick={run} />;
    }
    case 'size': {
      const { smallest, values } = state.kind === 'failed' ? state : {};
      const use = () => {
        tool.values.value = { ...tool.values.peek(), max_size: String(smallest) };
        tool.renew(tool.items.peek());
        queue.start([item]);
      };
      return <Action text={messages.say('use_size', { size: values?.['smallest'] ?? '' })} onClick={use} />;
    }
    case 'salvage':
    case 'ocr': {
      const [option, value] = way === 'ocr' ? (['ocr', 'true'] as const) : (['salvage', 'true'] as const);
      if (!takesOption(app, item, option) || item.own.value[option] !== undefined)
        return way === 'ocr' ? null : <Again app={app} item={item} label="try_again" />;
      const use = () => {
        item.own.value = { ...item.own.peek(), [option]: value };
        queue.start([item]);
      };
      const text = way === 'ocr' ? messages.say('use_ocr') : messages.domain('option_salvage');
      return <Action text={text} onClick={use} />;
    }
    case 'source':
      return <AsDetected app={app} item={item} />;
    case 'target': {
      const isInRow = item.format.value !== undefined && !tool.isCombining.value;
      return isInRow ? (
        <Action text={messages.say('other_target')} onClick={() => openTargets(item)} />
      ) : null;
    }
    default:
      return null;
  }
}

/**
 * A button that sets the file's format to the detected format and converts the file. If the detected format cannot be
 * converted to the target, asks for another target.
 */
function AsDetected({ app: { tool, queue, messages }, item }: RowProps) {
  const state = item.state.value;
  const detected =
    state.kind === 'failed' && state.detected !== undefined ? format(state.detected) : undefined;
  if (!detected || !tool.routes.isSource(detected.ext) || 'files' in item.source) return null;
  const use = () => {
    item.format.value = detected;
    item.misnamed.value = undefined;
    item.state.value = { kind: 'ready' };
    const target = tool.targetOf(item);
    if (target !== undefined && tool.routes.targetsOf(detected.ext).has(target)) queue.start([item]);
    else openTargets(item);
  };
  return <Action text={messages.say('convert_as', { format: detected.ext.toUpperCase() })} onClick={use} />;
}

/** Opens the target picker in the file's row. */
const openTargets = ({ id }: Item) => document.getElementById(`target-of-${id}`)?.click();

function takesOption({ tool }: App, item: Item, option: string): boolean {
  const [source, target] = [item.format.value?.ext, tool.targetOf(item)];
  if (!source) return tool.options.value.has(option);
  return target !== undefined && tool.facts.of(source, target)?.options.includes(option) === true;
}

function Again({
  app: { queue, messages },
  item,
  label,
}: RowProps & { label: 'try_again' | 'convert_again' }) {
  return <Action text={messages.say(label)} onClick={() => queue.start([item])} />;
}

const Action = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <button type="button" class="button small" onClick={onClick}>
    {text}
  </button>
);

const Link = ({ href, text }: { href: string; text: string }) => (
  <a class="button small" href={href}>
    {text}
  </a>
);

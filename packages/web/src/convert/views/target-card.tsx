/** The card above the list: the target, the options and the losses of the files, and the start button. */
import { useSignal } from '@preact/signals';
import type { App } from '../app/app.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import type { Item } from '../state/item.ts';
import { Picker } from './picker.tsx';
import { presetOf, presetsFor } from '../state/presets.ts';
import type { TargetGroup } from '../state/tool.ts';

const startable = (item: Item) => ['ready', 'failed', 'cancelled'].includes(item.state.value.kind);

export function TargetCard({ app, onFiles }: { app: App; onFiles: () => void }) {
  const { tool, queue, messages } = app;
  const hint = useSignal('');
  const items = tool.items.value;
  const groups = tool.groups.value;
  const work = tool.work.value;
  const running = work.filter((item) => item.isRunning.value).length;
  const ready = work.filter((item) => startable(item) && tool.targetOf(item) !== undefined);

  const convert = () => {
    if (running > 0) return;
    const missing = tool.missingOptions();
    if (missing.length > 0) {
      const names = messages.alternatives(missing.map((name) => messages.domain(`option_${name}`)));
      hint.value = messages.say('why_options', { names });
      return;
    }
    if (tool.isCombining.peek()) {
      hint.value = tool.isOver.peek() ? messages.say('why_done') : '';
      if (!tool.isOver.peek()) queue.start([tool.startCombined()]);
      return;
    }
    hint.value = ready.length > 0 ? '' : messages.say(groups.length > 0 ? 'why_done' : 'why_choose');
    queue.start(ready);
  };
  const { task } = tool.settings;
  const text =
    running > 0
      ? messages.say('converting_count', { done: work.length - running, count: work.length })
      : (task?.action ?? messages.say('convert'));
  // A task has a fixed target, so the picker is shown only if a file cannot be converted to that target.
  const hasPicker =
    task === undefined || groups.some((one) => tool.targetOfGroup(one) !== tool.settings.target);

  return (
    <div class="card target-card">
      {groups.length > 1 && <p class="note">{messages.say('no_common', { count: items.length })}</p>}
      <div class="target-line">
        {hasPicker && (
          <div class="target-pickers">
            {(groups.length > 0 ? groups : [noGroup]).map((group) => (
              <Picker
                key={group.key}
                id={group === groups[0] || group === noGroup ? 'target' : `target-${group.key}`}
                label={
                  group.key === 'all'
                    ? messages.say('convert_to')
                    : messages.say('convert_kind_to', {
                        kind: `${messages.domain(`category_${group.key}`)} (${group.items.length})`,
                      })
                }
                targets={group.targets}
                category={group.items[0]?.format.value?.category}
                counts={tool.memory.countsOf(group.items.flatMap((item) => item.format.value?.ext ?? []))}
                own={new Set(group.items.flatMap((item) => item.format.value?.ext ?? []))}
                value={tool.targetOfGroup(group)}
                messages={messages}
                onChoose={(ext) => {
                  tool.choose(group, ext);
                  tool.renew(group.items);
                }}
                onConfirm={convert}
              />
            ))}
          </div>
        )}
        <button
          type="button"
          id="start"
          class={tool.isOver.value ? 'button' : 'button solid'}
          aria-disabled={running > 0}
          aria-describedby="convert-hint"
          onClick={convert}
        >
          {text}
        </button>
        <button type="button" class="button target-add" onClick={onFiles}>
          {messages.say('add_files')}
        </button>
      </div>
      <p id="convert-hint" class="note target-hint" hidden={hint.value === ''}>
        {hint.value}
      </p>
      {task?.combines !== true && <OneOfThem app={app} />}
      <Options
        app={app}
        onChange={() => {
          hint.value = '';
          tool.forgetCombined();
          tool.renew(items);
        }}
      />
      {tool.losses.value.length > 0 && <LazyLosses app={app} />}
    </div>
  );
}

/** Shows the options for the source and the target that the page is about, before the user chooses files. */
export function PairOptions({ app }: { app: App }) {
  const { tool, messages } = app;
  const { source, target, task } = tool.settings;
  if (!source || !target || tool.options.value.size === 0 || task?.options.length === 0 || task?.showsPages)
    return null;
  return (
    <section class="card pair-options" aria-labelledby="pair-options-heading">
      <h2 id="pair-options-heading">{messages.say('options')}</h2>
      <Options app={app} onChange={() => undefined} />
    </section>
  );
}

function OneOfThem({ app: { tool, messages } }: { app: App }) {
  if (!tool.canCombine.value) return null;
  return (
    <label class="switch one-of-them">
      <input
        type="checkbox"
        checked={tool.wantsOne.value}
        onChange={({ currentTarget }) => tool.combine(currentTarget.checked)}
      />
      <span>{messages.say('make_one')}</span>
      {tool.wantsOne.value && <span class="note">{messages.say('make_one_order')}</span>}
    </label>
  );
}

const noGroup: TargetGroup = { key: 'all', items: [], targets: [] };

interface OptionsProps {
  app: App;
  onChange: () => void;
}

/**
 * Shows the options. The page of a task shows the task's own fields. On all other pages, presets and a button that
 * opens all fields are shown.
 */
function Options({ app, onChange }: OptionsProps) {
  const { task } = app.tool.settings;
  if (!task) return <Presets app={app} onChange={onChange} />;
  // If `showsPages` is set, the user sets the options by changing the pictures of the pages, so no fields are needed.
  if (task.showsPages || task.options.length === 0) return null;
  return (
    <div class="presets">
      <LazyFields app={app} only={task.options} onChange={onChange} />
    </div>
  );
}

function Presets({ app, onChange }: { app: App; onChange: () => void }) {
  const { tool, messages } = app;
  const isOpen = useSignal(false);
  const options = tool.options.value;
  const values = tool.values.value;
  const current = presetOf(values, options);
  if (options.size === 0) return null;
  const some = presetsFor(options);
  return (
    <div class="presets">
      {some.length > 1 && (
        <fieldset class="chips">
          <legend class="hidden">{messages.say('presets')}</legend>
          {some.map(({ name, values: own }) => (
            <label key={name} class="chip">
              <input
                class="hidden"
                type="radio"
                name="preset"
                checked={name === current}
                onChange={() => {
                  tool.values.value = own;
                  onChange();
                }}
              />
              {messages.say(`preset_${name}`)}
            </label>
          ))}
          {current === undefined && <span class="chip custom">{messages.say('preset_custom')}</span>}
        </fieldset>
      )}
      {some.length > 1 && (
        // On small screens, this list of presets replaces the chips.
        <select
          class="field preset-select"
          aria-label={messages.say('presets')}
          value={current ?? ''}
          onChange={({ currentTarget }) => {
            tool.values.value = some.find(({ name }) => name === currentTarget.value)?.values ?? {};
            onChange();
          }}
        >
          {current === undefined && <option value="">{messages.say('preset_custom')}</option>}
          {some.map(({ name }) => (
            <option key={name} value={name}>
              {messages.say(`preset_${name}`)}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        class="button quiet small"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.peek())}
      >
        {messages.say('more_options')}
        <Icon name="down" />
      </button>
      {isOpen.value && <LazyFields app={app} onChange={onChange} />}
    </div>
  );
}

const LazyFields = lazy(async () => (await import('./option-fields.tsx')).OptionFields);
const LazyLosses = lazy(async () => (await import('./losses.tsx')).Losses);

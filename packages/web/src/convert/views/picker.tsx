/** The target picker: an editable combobox with a grouped list (ARIA Authoring Practices, "editable combobox"). */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { format } from '@protean/formats';
import type { Category } from '@protean/formats/format.ts';
import { Icon } from './icon.tsx';
import {
  exactChoice,
  groupsOf,
  search,
  type Choice,
  type Counts,
  type GroupName,
} from '../state/picker-model.ts';
import type { Messages } from '../messages.ts';

interface PickerProps {
  id: string;
  label: string;
  targets: readonly string[];
  category: Category | undefined;
  counts: Counts;
  /** The formats that the files already have. */
  own: ReadonlySet<string>;
  value: string | undefined;
  messages: Messages;
  /** Whether the picker is in a row. A picker in a row is small, and its label is available only to screen readers. */
  isCompact?: boolean;
  isDisabled?: boolean;
  onChoose: (ext: string) => void;
  /** Called when the user presses Enter while the list is closed. */
  onConfirm: () => void;
}

const pageSize = 8;

export function Picker({
  id,
  label,
  targets,
  category,
  counts,
  own,
  value,
  messages,
  isCompact = false,
  isDisabled = false,
  onChoose,
  onConfirm,
}: PickerProps) {
  const isOpen = useSignal(false);
  /** Text that the user has typed, or undefined if the user has typed nothing. */
  const typed = useSignal<string | undefined>(undefined);
  const active = useSignal(-1);
  const input = useRef<HTMLInputElement>(null);
  const grouped = () =>
    groupsOf(
      targets.map((ext) => format(ext)),
      category,
      counts,
      own,
    );
  // The groups are computed only for an open picker, because each file has a picker and most pickers are
  // closed.
  const groups = isOpen.value ? search(grouped(), typed.value ?? '') : [];
  const choices = groups.flatMap((group) => group.choices);
  const activeId = useComputed(() =>
    isOpen.value && active.value >= 0 ? `${id}-${active.value}` : undefined,
  );

  // Scrolls to the active choice. An effect is needed, because it runs after the list is rendered.
  useEffect(() => {
    if (activeId.value) document.getElementById(activeId.value)?.scrollIntoView({ block: 'nearest' });
  }, [activeId.value]);

  // If the value changes while the field has the focus, the new value is selected, so that typing replaces it.
  useLayoutEffect(() => {
    const field = input.current;
    if (field && document.activeElement === field && typed.peek() === undefined) field.select();
  }, [value, typed]);

  const open = () => {
    if (isOpen.peek()) return;
    isOpen.value = true;
    active.value = grouped()
      .flatMap(({ choices: some }) => some)
      .findIndex(({ ext }) => ext === value);
  };
  const close = () => {
    isOpen.value = false;
    typed.value = undefined;
    active.value = -1;
  };
  const choose = ({ ext }: Choice) => {
    onChoose(ext);
    close();
  };
  const move = (by: number, wraps: boolean) => {
    if (!isOpen.peek()) return open();
    const last = choices.length - 1;
    const next = active.peek() + by;
    active.value = wraps ? (next > last ? 0 : next < 0 ? last : next) : Math.max(0, Math.min(last, next));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        move(event.key === 'ArrowDown' ? 1 : -1, true);
        break;
      case 'PageDown':
      case 'PageUp':
        move(event.key === 'PageDown' ? pageSize : -pageSize, false);
        break;
      case 'Enter': {
        const choice = isOpen.peek() ? choices[active.peek()] : undefined;
        if (choice) choose(choice);
        else if (isOpen.peek()) return;
        else onConfirm();
        break;
      }
      case 'Escape':
        if (!isOpen.peek()) return;
        close();
        break;
      case 'Tab': {
        const exact = typed.peek() === undefined ? undefined : exactChoice(grouped(), typed.peek() ?? '');
        if (exact) onChoose(exact.ext);
        close();
        return;
      }
      default:
        return;
    }
    event.preventDefault();
  };

  const groupName = (name: GroupName) => {
    if (name === 'suggested' || name === 'same') return messages.say(name);
    return name === 'closest'
      ? messages.say('closest', { typed: typed.value ?? '' })
      : messages.domain(`category_${name}`);
  };
  let at = -1;
  return (
    <div class={isCompact ? 'picker compact' : 'picker'}>
      <label class={isCompact ? 'hidden' : 'label'} for={id}>
        {label}
      </label>
      <div class="picker-field">
        <input
          ref={input}
          id={id}
          class="field"
          disabled={isDisabled}
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          aria-expanded={isOpen.value}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId.value}
          placeholder="…"
          value={typed.value ?? (value ?? '').toUpperCase()}
          onFocus={({ currentTarget }) => currentTarget.select()}
          // A click into the focused field opens the list. The click must not remove the text selection, because typing
          // should replace the selected value.
          onMouseDown={(event) => {
            const isFocused = document.activeElement === event.currentTarget;
            if (isFocused && typed.peek() === undefined) event.preventDefault();
          }}
          onClick={({ currentTarget }) => {
            if (typed.peek() === undefined) currentTarget.select();
            open();
          }}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            isOpen.value = true;
            active.value = 0;
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <Icon name="down" />
      </div>
      {isOpen.value && (
        <div
          id={`${id}-list`}
          class="picker-list"
          role="listbox"
          aria-label={messages.say('formats')}
          tabIndex={-1}
          // A click on the list must not move the focus away from the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ name, choices: some }) => (
            <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
              <div class="picker-group" id={`${id}-${name}`} role="presentation">
                {groupName(name)}
              </div>
              {some.map((choice) => {
                at += 1;
                const own = at;
                return (
                  <div
                    key={choice.ext}
                    id={`${id}-${own}`}
                    class="picker-option"
                    role="option"
                    aria-selected={own === active.value}
                    onClick={() => choose(choice)}
                  >
                    <span class="picker-ext">{choice.ext}</span>
                    <span class="picker-name">{choice.name}</span>
                  </div>
                );
              })}
            </div>
          ))}
          {choices.length === 0 && (
            <div class="picker-none" role="option" aria-disabled="true" aria-selected="false">
              {messages.say('no_match', { typed: typed.value ?? '' })}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** The target picker: an editable combobox with a list in groups (ARIA Authoring Practices, "editable combobox"). */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { format } from '@protean/formats';
import type { Category } from '@protean/formats/format.ts';
import { Icon } from './icon.tsx';
import { exactChoice, groupsOf, search, type Choice, type Counts, type GroupName } from './picker-model.ts';
import type { Words } from './words.ts';

interface PickerProps {
  id: string;
  label: string;
  targets: readonly string[];
  category: Category | undefined;
  counts: Counts;
  value: string | undefined;
  words: Words;
  onChoose: (ext: string) => void;
  /** Enter while the list is closed. */
  onConfirm: () => void;
}

const pageSize = 8;

export function Picker({
  id,
  label,
  targets,
  category,
  counts,
  value,
  words,
  onChoose,
  onConfirm,
}: PickerProps) {
  const isOpen = useSignal(false);
  /** What is typed; undefined while nothing is. */
  const typed = useSignal<string | undefined>(undefined);
  const active = useSignal(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const all = groupsOf(
    targets.map((ext) => format(ext)),
    category,
    counts,
  );
  const groups = search(all, typed.value ?? '');
  const choices = groups.flatMap((group) => group.choices);
  const activeId = useComputed(() =>
    isOpen.value && active.value >= 0 ? `${id}-${active.value}` : undefined,
  );

  useSignalEffect(() => {
    const option = activeId.value && document.getElementById(activeId.value);
    if (option) option.scrollIntoView({ block: 'nearest' });
  });

  // What is shown may change while the field has the focus: typing replaces it all the same.
  useEffect(() => {
    const field = input.current;
    if (field && document.activeElement === field && typed.peek() === undefined) field.select();
  }, [value, typed]);

  const open = () => {
    if (isOpen.peek()) return;
    isOpen.value = true;
    active.value = choices.findIndex(({ ext }) => ext === value);
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
        const exact = typed.peek() === undefined ? undefined : exactChoice(all, typed.peek() ?? '');
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
    if (name === 'suggested') return words.say('suggested');
    return name === 'closest'
      ? words.say('closest', { typed: typed.value ?? '' })
      : words.domain(`category_${name}`);
  };
  let at = -1;
  return (
    <div class="picker">
      <label class="label" for={id}>
        {label}
      </label>
      <div class="picker-field">
        <input
          ref={input}
          id={id}
          class="field"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          aria-expanded={isOpen.value}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId.value}
          value={typed.value ?? (value ?? '').toUpperCase()}
          onFocus={({ currentTarget }) => currentTarget.select()}
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
      <div
        ref={list}
        id={`${id}-list`}
        class="picker-list"
        role="listbox"
        aria-label={words.say('formats')}
        hidden={!isOpen.value}
        tabIndex={-1}
        // The focus stays in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen.value &&
          groups.map(({ name, choices: some }) => (
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
        {isOpen.value && choices.length === 0 && (
          <div class="picker-none" role="option" aria-disabled="true" aria-selected="false">
            {words.say('no_match', { typed: typed.value ?? '' })}
          </div>
        )}
      </div>
    </div>
  );
}

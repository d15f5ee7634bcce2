/**
 * A dialog that asks a question. When the dialog closes, the focus returns to the previously focused element. If the
 * previously focused element no longer exists, the heading of the section gets the focus.
 */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Problem } from './problem.tsx';
import type { Messages } from '../messages.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      // `close` returns the focus to the element that had the focus before the dialog was opened.
      element?.close();
      keepFocus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Moves the focus to the heading if the next rendering removes the focused element. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (!document.activeElement || document.activeElement === document.body) focusHeading();
  });
}

export function focusHeading(): void {
  document.getElementById('section-title')?.focus();
}

interface QuestionProps extends DialogProps {
  messages: Messages;
  /** Label of the confirming button. */
  action: string;
  isDanger?: boolean;
  /** Runs the action. If the action fails, the dialog stays open and shows the error. */
  onConfirm: () => Promise<void> | void;
}

export function Question({ messages, action, isDanger = false, onConfirm, onClose, ...rest }: QuestionProps) {
  const { children, title } = rest;
  const failure = useSignal<unknown>(undefined);
  const isRunning = useSignal(false);
  const confirm = async () => {
    if (isRunning.peek()) return;
    isRunning.value = true;
    failure.value = undefined;
    try {
      await onConfirm();
    } catch (error) {
      failure.value = error;
    } finally {
      isRunning.value = false;
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children}
        <Problem failure={failure.value} messages={messages} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {messages.say('cancel')}
          </button>
          <button
            type="submit"
            class={`button ${isDanger ? 'danger' : 'solid'}`}
            aria-disabled={isRunning.value}
          >
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * A secret that is shown once. The user can copy the secret and confirm that it is stored. If the user leaves before
 * confirming that the secret is stored, the page asks for confirmation.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { firstRequest } from '@protean/messages/first-request.ts';
import type { App } from '../app/app.ts';
import { copyText } from '../../copy-text.ts';
import { Icon } from '../../convert/views/icon.tsx';
import { CodeBlock } from '../components/code-block.tsx';

interface SecretCardProps {
  app: App;
  title: string;
  secret: string;
  /** Whether the secret is an API key. For an API key, the card shows an example request with the key. */
  isKey?: boolean;
  onStored: () => void;
}

export function SecretCard({ app, title, secret, isKey = false, onStored }: SecretCardProps) {
  const { api, messages, guard } = app;
  const text = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useSignal('');
  useEffect(() => {
    heading.current?.focus();
    return guard.show();
  }, [secret]);
  const copy = async () => {
    if (!text.current) return;
    note.value = (await copyText(text.current))
      ? messages.say('copied')
      : messages.say('copy_by_hand', copyKeys);
  };
  return (
    <section class="card secret-card" aria-labelledby="secret-title">
      <h2 id="secret-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p class="note">{messages.say('shown_once')}</p>
      <div class="secret-line">
        <code ref={text} class="secret" dir="ltr">
          {secret}
        </code>
        <button type="button" class="button solid" onClick={() => void copy()}>
          <Icon name="copy" />
          {messages.say('copy')}
        </button>
      </div>
      {isKey && (
        <>
          <p class="note">{messages.say('key_try')}</p>
          <CodeBlock messages={messages} code={firstRequest(api.base).join(secret)} />
        </>
      )}
      <div class="secret-end">
        <button type="button" class="button" onClick={onStored}>
          {messages.say('stored')}
        </button>
        <p class="note" role="status">
          {note.value}
        </p>
      </div>
    </section>
  );
}

const copyKeys = { keys: navigator.platform.startsWith('Mac') ? '⌘C' : 'Ctrl+C' };

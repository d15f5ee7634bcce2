/** A block of code with a copy button. The script that all pages load handles clicks on the copy button. */
import { Icon } from '../../convert/views/icon.tsx';
import type { Messages } from '../messages.ts';

export function CodeBlock({ messages, code }: { messages: Messages; code: string }) {
  return (
    <div class="code-block">
      <pre dir="ltr" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <button type="button" class="button small" data-copy-code data-copied={messages.say('copied')}>
        <Icon name="copy" />
        <span>{messages.say('copy_code')}</span>
      </button>
    </div>
  );
}

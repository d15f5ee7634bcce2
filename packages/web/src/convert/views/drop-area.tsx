/** The area in which files are dropped, chosen or pasted, and URLs are entered. */
import { useSignal } from '@preact/signals';
import type { App } from '../app/app.ts';
import { Icon } from './icon.tsx';

interface DropAreaProps {
  app: App;
  onFiles: () => void;
  onFolder: () => void;
}

const pasteKeys = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ V' : 'Ctrl V');

export function DropArea({ app, onFiles, onFolder }: DropAreaProps) {
  const { messages } = app;
  return (
    <div class="drop">
      <Icon name="upload" />
      <p class="drop-title">{messages.say('drop')}</p>
      <div class="drop-buttons">
        <button type="button" class="button solid" onClick={onFiles}>
          {messages.say('choose_files')}
        </button>
        <button type="button" class="button drop-folder" onClick={onFolder}>
          {messages.say('choose_folder')}
        </button>
      </div>
      <p class="note drop-paste">{messages.say('or_paste', { keys: pasteKeys() })}</p>
      <Address app={app} />
    </div>
  );
}

function Address({ app }: { app: App }) {
  const { messages, tool } = app;
  const { base, isSignedIn, isPrivate } = tool.settings;
  const isOpen = useSignal(false);
  if (!isSignedIn && !isPrivate) {
    return (
      <p class="note">
        <a href={`${base}dashboard`}>{messages.say('address_sign_in')}</a>
      </p>
    );
  }
  if (!isOpen.value) {
    return (
      <button type="button" class="button quiet small" onClick={() => (isOpen.value = true)}>
        <Icon name="link" />
        {messages.say('from_address')}
      </button>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { value: url } = form.elements.namedItem('address') as HTMLInputElement;
    const path = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || new URL(url).hostname;
    app.add([{ source: { url }, path }]);
  };
  return (
    <form class="address" onSubmit={submit}>
      <label class="hidden" for="address">
        {messages.say('address')}
      </label>
      <input
        id="address"
        name="address"
        class="field"
        type="url"
        required
        placeholder="https://"
        autoFocus
        dir="ltr"
      />
      <button class="button">{messages.say('add')}</button>
    </form>
  );
}

/**
 * The keys of the account. The user can create, rotate and revoke keys. A new key is shown once. After a
 * rotation, the old key stays valid for a grace period.
 */
import { useSignal } from '@preact/signals';
import type { Key, NewKey } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import type { SectionProps } from '../app/section.ts';
import { focusHeading, keepFocus, Question } from '../components/dialog.tsx';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { SecretCard } from './secret-card.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Time } from '../components/time.tsx';

const textOf = ({ prefix, last4 }: Key) => `${prefix}…${last4}`;

/** Grace periods for the old key after a rotation, in seconds. */
const graces = [0, 3600, 86_400, 604_800] as const;

type Asked = { key: Key; for: 'rotate' | 'revoke' };

export function Section({ app }: SectionProps) {
  const { api, messages } = app;
  const keys = useLoaded((signal) => api.get<{ keys: Key[] }>('v1/keys', signal));
  const secret = useSignal<string | undefined>(undefined);
  const asked = useSignal<Asked | undefined>(undefined);
  const shown = keys.value.value?.keys ?? [];
  const isOver = ({ revoked_at: at }: Key) => at !== null && Date.parse(at) <= Date.now();
  const [inUse, revoked] = [shown.filter((key) => !isOver(key)), shown.filter(isOver)];

  const made = async (key: string) => {
    secret.value = key;
    app.announce(messages.say('key_created'));
    await keys.reload();
  };
  const revoke = async (key: Key) => {
    await api.delete(`v1/keys/${key.id}`);
    asked.value = undefined;
    app.announce(messages.say('key_revoked', { name: key.name }));
    await keys.reload();
    keepFocus();
  };
  return (
    <>
      <SectionHead title={messages.say('keys')} lead={messages.say('keys_lead')} />
      {secret.value === undefined ? (
        <NewKeyForm app={app} onMade={made} />
      ) : (
        <SecretCard
          app={app}
          title={messages.say('new_key')}
          secret={secret.value}
          isKey
          onStored={() => {
            secret.value = undefined;
            focusHeading();
          }}
        />
      )}
      <section class="dash-block" aria-labelledby="keys-title">
        <h2 id="keys-title">{messages.say('your_keys')}</h2>
        <Problem failure={keys.failure.value} messages={messages} />
        {keys.value.value && inUse.length === 0 && <p class="empty">{messages.say('no_keys')}</p>}
        {!keys.value.value && <Skeleton messages={messages} />}
        <ul class="dash-rows">
          {inUse.map((key) => (
            <KeyRow key={key.id} app={app} shown={key} onAsk={(ask) => (asked.value = ask)} />
          ))}
        </ul>
        {revoked.length > 0 && (
          <details class="disclosure">
            <summary>{messages.say('revoked_keys', { count: revoked.length })}</summary>
            <ul class="dash-rows">
              {revoked.map((key) => (
                <KeyRow key={key.id} app={app} shown={key} />
              ))}
            </ul>
          </details>
        )}
      </section>
      {asked.value?.for === 'rotate' && (
        <RotateQuestion
          app={app}
          shown={asked.value.key}
          onClose={() => (asked.value = undefined)}
          onMade={async (key) => {
            asked.value = undefined;
            await made(key);
          }}
        />
      )}
      {asked.value?.for === 'revoke' && (
        <RevokeQuestion
          app={app}
          shown={asked.value.key}
          onClose={() => (asked.value = undefined)}
          onRevoke={revoke}
        />
      )}
    </>
  );
}

interface QuestionAboutKey {
  app: App;
  shown: Key;
  onClose: () => void;
}

function RevokeQuestion({
  app: { messages },
  shown,
  onClose,
  onRevoke,
}: QuestionAboutKey & { onRevoke: (key: Key) => Promise<void> }) {
  return (
    <Question
      messages={messages}
      title={messages.say('revoke_title', { name: shown.name })}
      action={messages.say('revoke')}
      isDanger
      onClose={onClose}
      onConfirm={() => onRevoke(shown)}
    >
      <p>{messages.say('revoke_lead', { key: textOf(shown) })}</p>
    </Question>
  );
}

function NewKeyForm({ app, onMade }: { app: App; onMade: (key: string) => Promise<void> }) {
  const { api, messages } = app;
  const failure = useSignal<unknown>(undefined);
  const create = async (form: HTMLFormElement) => {
    const name = new FormData(form).get('name');
    failure.value = undefined;
    try {
      await onMade((await api.post<NewKey>('v1/keys', { name })).api_key);
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <form
      class="card dash-form"
      onSubmit={(event) => {
        event.preventDefault();
        void create(event.currentTarget);
      }}
    >
      <div class="dash-field">
        <label class="label" for="key-name">
          {messages.say('key_name')}
        </label>
        <input
          id="key-name"
          name="name"
          class="field"
          required
          maxLength={100}
          autocomplete="off"
          aria-describedby="key-hint"
        />
        <p id="key-hint" class="note">
          {messages.say('key_name_hint')}
        </p>
      </div>
      <button class="button solid">{messages.say('create_key')}</button>
      <Problem failure={failure.value} messages={messages} />
    </form>
  );
}

function KeyRow({ app: { messages }, shown, onAsk }: { app: App; shown: Key; onAsk?: (ask: Asked) => void }) {
  const { name, created_at: created, last_used_at: used, revoked_at: revoked } = shown;
  return (
    <li class="dash-row">
      <div class="dash-row-main">
        <p class="dash-row-title">
          <bdi>{name}</bdi>
        </p>
        <p class="note">
          <code dir="ltr">{textOf(shown)}</code>
        </p>
        <p class="facts">
          <Time messages={messages} word="created" at={created} />
          {used === null ? (
            <span>{messages.say('never_used')}</span>
          ) : (
            <Time messages={messages} word="used" at={used} />
          )}
          {revoked !== null && (
            <span class={onAsk ? 'tag warning' : ''}>
              <Time messages={messages} word={onAsk ? 'works_until' : 'revoked'} at={revoked} />
            </span>
          )}
        </p>
      </div>
      {onAsk && (
        <div class="dash-row-actions">
          {revoked === null && (
            <button
              type="button"
              class="button small"
              aria-label={messages.say('rotate_key', { name })}
              onClick={() => onAsk({ key: shown, for: 'rotate' })}
            >
              {messages.say('rotate')}
            </button>
          )}
          <button
            type="button"
            class="button small quiet-danger"
            aria-label={messages.say('revoke_key', { name })}
            onClick={() => onAsk({ key: shown, for: 'revoke' })}
          >
            {messages.say('revoke')}
          </button>
        </div>
      )}
    </li>
  );
}

function RotateQuestion({
  app: { api, messages },
  shown,
  onClose,
  onMade,
}: QuestionAboutKey & { onMade: (key: string) => Promise<void> }) {
  const grace = useSignal<number>(86_400);
  const rotate = async () => {
    const body = { key_id: shown.id, grace_seconds: grace.peek() };
    await onMade((await api.post<{ api_key: string }>('v1/keys/rotate', body)).api_key);
  };
  return (
    <Question
      messages={messages}
      title={messages.say('rotate_title', { name: shown.name })}
      action={messages.say('rotate')}
      onClose={onClose}
      onConfirm={rotate}
    >
      <fieldset class="radios">
        <legend>{messages.say('rotate_lead')}</legend>
        {graces.map((seconds) => (
          <label key={seconds} class="radio">
            <input
              type="radio"
              name="grace"
              value={seconds}
              checked={grace.value === seconds}
              onChange={() => (grace.value = seconds)}
            />
            {messages.say(`grace_${seconds}`)}
          </label>
        ))}
      </fieldset>
    </Question>
  );
}

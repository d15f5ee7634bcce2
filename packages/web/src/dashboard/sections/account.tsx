/** The account itself: whose it is, its data as a file, signing out everywhere, and its end. */
import { useSignal } from '@preact/signals';
import type { Account } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import { planName, type SectionProps } from '../app/section.ts';
import { Question } from '../components/dialog.tsx';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';

export function Section({ app }: SectionProps) {
  const { api, words, owner } = app;
  const account = useLoaded((signal) => api.get<Account>('v1/account', signal));
  const { plan = owner.plan, created_at: created } = account.value.value ?? {};
  return (
    <>
      <SectionHead title={words.say('account')} />
      <Problem failure={account.failure.value} words={words} />
      <dl class="dash-facts">
        <div>
          <dt>{words.say('signed_in_as')}</dt>
          <dd>
            <bdi>{owner.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{words.say('your_plan')}</dt>
          <dd>{planName(plan)}</dd>
        </div>
        <div>
          <dt>{words.say('member_since')}</dt>
          <dd>{created ? <time dateTime={created}>{words.day(created)}</time> : '–'}</dd>
        </div>
      </dl>
      <section class="card dash-line" aria-labelledby="export-title">
        <div>
          <h2 id="export-title">{words.say('export')}</h2>
          <p class="note">{words.say('export_lead')}</p>
        </div>
        <a class="button" href={api.url('v1/account/export')} download>
          {words.say('export_button')}
        </a>
      </section>
      <SignOutEverywhere app={app} />
      <DeleteAccount app={app} />
    </>
  );
}

function SignOutEverywhere({ app }: { app: App }) {
  const { api, words } = app;
  const failure = useSignal<unknown>(undefined);
  const signOut = async () => {
    try {
      await api.delete('v1/sessions');
      location.assign(app.href({ section: 'overview' }));
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <section class="card" aria-labelledby="everywhere-title">
      <div class="dash-line">
        <div>
          <h2 id="everywhere-title">{words.say('sessions')}</h2>
          <p class="note">{words.say('sign_out_everywhere_lead')}</p>
        </div>
        <button type="button" class="button" onClick={() => void signOut()}>
          {words.say('sign_out_everywhere')}
        </button>
      </div>
      <Problem failure={failure.value} words={words} />
    </section>
  );
}

function DeleteAccount({ app }: { app: App }) {
  const { api, words, owner } = app;
  const isAsked = useSignal(false);
  const typed = useSignal('');
  const remove = async () => {
    await api.delete('v1/account', { confirm: typed.peek() });
    app.isGone.value = true;
  };
  return (
    <section class="card dash-line" aria-labelledby="delete-title">
      <div>
        <h2 id="delete-title">{words.say('delete_account')}</h2>
        <p class="note">{words.say('delete_account_lead')}</p>
      </div>
      <button
        type="button"
        class="button quiet-danger"
        onClick={() => {
          typed.value = '';
          isAsked.value = true;
        }}
      >
        {words.say('delete_account')}
      </button>
      {isAsked.value && (
        <Question
          words={words}
          title={words.say('delete_account_title')}
          action={words.say('delete_account')}
          isDanger
          onClose={() => (isAsked.value = false)}
          onConfirm={remove}
        >
          <p>{words.say('delete_account_lead')}</p>
          <label class="label" for="confirm">
            {words.say('delete_account_confirm', { email: owner.email })}
          </label>
          <input
            id="confirm"
            class="field"
            type="email"
            dir="ltr"
            required
            autocomplete="off"
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </Question>
      )}
    </section>
  );
}

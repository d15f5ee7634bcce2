/** The account: its owner, the export of its data, signing out on all devices, and its deletion. */
import { useSignal } from '@preact/signals';
import type { Account } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import { planName, type SectionProps } from '../app/section.ts';
import { Question } from '../components/dialog.tsx';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';

export function Section({ app }: SectionProps) {
  const { api, messages, owner } = app;
  const account = useLoaded((signal) => api.get<Account>('v1/account', signal));
  const { plan = owner.plan, created_at: created } = account.value.value ?? {};
  return (
    <>
      <SectionHead title={messages.say('account')} />
      <Problem failure={account.failure.value} messages={messages} />
      <dl class="dash-facts">
        <div>
          <dt>{messages.say('signed_in_as')}</dt>
          <dd>
            <bdi>{owner.email}</bdi>
          </dd>
        </div>
        {app.sellsPlans && (
          <div>
            <dt>{messages.say('your_plan')}</dt>
            <dd>{planName(plan)}</dd>
          </div>
        )}
        <div>
          <dt>{messages.say('member_since')}</dt>
          <dd>{created ? <time dateTime={created}>{messages.day(created)}</time> : '–'}</dd>
        </div>
      </dl>
      <section class="card dash-line" aria-labelledby="export-title">
        <div>
          <h2 id="export-title">{messages.say('export')}</h2>
          <p class="note">{messages.say('export_lead')}</p>
        </div>
        <a class="button" href={api.url('v1/account/export')} download>
          {messages.say('export_button')}
        </a>
      </section>
      <SignOutEverywhere app={app} />
      <DeleteAccount app={app} />
    </>
  );
}

function SignOutEverywhere({ app }: { app: App }) {
  const { api, messages } = app;
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
          <h2 id="everywhere-title">{messages.say('sessions')}</h2>
          <p class="note">{messages.say('sign_out_everywhere_lead')}</p>
        </div>
        <button type="button" class="button" onClick={() => void signOut()}>
          {messages.say('sign_out_everywhere')}
        </button>
      </div>
      <Problem failure={failure.value} messages={messages} />
    </section>
  );
}

function DeleteAccount({ app }: { app: App }) {
  const { api, messages, owner } = app;
  const isAsked = useSignal(false);
  const typed = useSignal('');
  const lead = messages.say(app.sellsPlans ? 'delete_account_lead_paid' : 'delete_account_lead');
  const remove = async () => {
    await api.delete('v1/account', { confirm: typed.peek() });
    app.isGone.value = true;
  };
  return (
    <section class="card dash-line" aria-labelledby="delete-title">
      <div>
        <h2 id="delete-title">{messages.say('delete_account')}</h2>
        <p class="note">{lead}</p>
      </div>
      <button
        type="button"
        class="button quiet-danger"
        onClick={() => {
          typed.value = '';
          isAsked.value = true;
        }}
      >
        {messages.say('delete_account')}
      </button>
      {isAsked.value && (
        <Question
          messages={messages}
          title={messages.say('delete_account_title')}
          action={messages.say('delete_account')}
          isDanger
          onClose={() => (isAsked.value = false)}
          onConfirm={remove}
        >
          <p>{lead}</p>
          <label class="label" for="confirm">
            {messages.say('delete_account_confirm', { email: owner.email })}
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

/** The complete dashboard: the list of sections, the current section, and notices that all sections share. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../convert/views/icon.tsx';
import type { App } from './app/app.ts';
import { ConnectionNotice } from './components/connection-notice.tsx';
import { focusHeading, Question } from './components/dialog.tsx';
import type { Section } from './app/place.ts';
import { PlaceLink } from './components/place-link.tsx';
import { Problem } from './components/problem.tsx';
import { planName, type SectionProps } from './app/section.ts';
import { Skeleton } from './components/skeleton.tsx';
import { SessionOver } from './sign-in/session-over.tsx';

/** Loads each section when it is first shown. */
const loadSection: Readonly<Record<Section, () => Promise<{ Section: ComponentType<SectionProps> }>>> = {
  overview: () => import('./sections/overview.tsx'),
  keys: () => import('./sections/keys.tsx'),
  jobs: () => import('./sections/jobs.tsx'),
  webhooks: () => import('./sections/webhooks.tsx'),
  billing: () => import('./sections/billing.tsx'),
  account: () => import('./sections/account.tsx'),
};

const icons: Readonly<Record<Section, string>> = {
  overview: 'chart',
  keys: 'key',
  jobs: 'list',
  webhooks: 'send',
  billing: 'card',
  account: 'person',
};

export function Dashboard({ app }: { app: App }) {
  const { messages, api } = app;
  if (app.isGone.value) return <Gone app={app} />;
  return (
    <>
      <div class="dash">
        <Navigation app={app} />
        <div class="dash-main">
          <ConnectionNotice app={app} />
          <CurrentSection app={app} />
        </div>
      </div>
      <p class="hidden" aria-live="polite">
        {app.announcer.text.value}
      </p>
      {app.guard.asked.value && (
        <Question
          messages={messages}
          title={messages.say('leave_title')}
          action={messages.say('leave')}
          isDanger
          onConfirm={() => app.guard.confirm()}
          onClose={() => app.guard.stay()}
        >
          <p>{messages.say('leave_lead')}</p>
        </Question>
      )}
      {api.isSignedOut.value && <SessionOver app={app} />}
    </>
  );
}

function Navigation({ app }: { app: App }) {
  const { messages, owner } = app;
  const current = app.place.value.section;
  return (
    <div class="dash-side">
      <div class="dash-owner">
        <div class="dash-email" title={owner.email}>
          <bdi>{owner.email}</bdi>
        </div>
        {app.sellsPlans && <span class="note">{messages.say('plan', { plan: planName(owner.plan) })}</span>}
      </div>
      <nav aria-label={messages.say('sections')}>
        <ul class="dash-nav">
          {app.sections.map((section) => (
            <li key={section}>
              <PlaceLink app={app} to={{ section }} class="dash-link" isCurrent={section === current}>
                <Icon name={icons[section]} />
                {messages.say(section)}
              </PlaceLink>
            </li>
          ))}
        </ul>
      </nav>
      <SignOut app={app} />
    </div>
  );
}

function SignOut({ app }: { app: App }) {
  const failure = useSignal<unknown>(undefined);
  const signOut = async () => {
    try {
      await app.api.delete('v1/sessions/current');
      location.assign(app.href({ section: 'overview' }));
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <div class="dash-out">
      <button
        type="button"
        class="button quiet small"
        id="sign-out"
        onClick={() => app.guard.pass(() => void signOut())}
      >
        <Icon name="leave" />
        {app.messages.say('sign_out')}
      </button>
      <Problem failure={failure.value} messages={app.messages} />
    </div>
  );
}

function CurrentSection({ app }: { app: App }) {
  const { messages } = app;
  const place = app.place.value;
  const shown = useSignal<{ section: Section; Section: ComponentType<SectionProps> } | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const isFirst = useRef(true);
  useSignalEffect(() => {
    const { section } = app.place.value;
    loadSection[section]().then(
      (module) => {
        if (app.place.peek().section === section) shown.value = { section, Section: module.Section };
        failure.value = undefined;
      },
      (error: unknown) => {
        failure.value = error;
      },
    );
  });
  const isShown = shown.value?.section === place.section;
  const where = `${place.section}/${place.jobId ?? ''}`;
  useEffect(() => {
    document.title = `${messages.say(place.section)} · ${messages.say('dashboard')} · Protean`;
    if (!isShown) return;
    // When the page is loaded, the browser sets the focus. On later changes of the section, the heading of the new
    // section gets the focus.
    if (isFirst.current) isFirst.current = false;
    else {
      focusHeading();
      scrollTo(0, 0);
    }
  }, [where, isShown]);
  const { Section } = shown.value ?? {};
  if (failure.value) return <Problem failure={failure.value} messages={messages} />;
  if (!isShown || !Section) return <Loading app={app} title={messages.say(place.section)} />;
  return <Section app={app} place={place} />;
}

function Loading({ app, title }: { app: App; title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <Skeleton messages={app.messages} lines={6} />
    </>
  );
}

function Gone({ app: { messages, api } }: { app: App }) {
  useEffect(focusHeading, []);
  return (
    <div class="column stack">
      <h1 id="section-title" tabIndex={-1}>
        {messages.say('account_deleted')}
      </h1>
      <p class="lead">{messages.say('account_deleted_lead')}</p>
      <p>
        <a class="button solid" href={api.base}>
          {messages.say('to_home')}
        </a>
      </p>
    </div>
  );
}

/**
 * The overview: the quota used this month, the conversions of the last 30 days, and the latest jobs. Actions that the
 * owner must take are shown first.
 */
import type { DailyUsage, Job, Usage } from '@protean/client/responses.ts';
import { firstRequest } from '@protean/messages/first-request.ts';
import type { App } from '../app/app.ts';
import type { SectionProps } from '../app/section.ts';
import { Icon } from '../../convert/views/icon.tsx';
import { JobRows } from './job-rows.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useLoaded } from '../components/loaded.ts';
import { PlaceLink } from '../components/place-link.tsx';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { UsageChart } from './usage-chart.tsx';
import type { Messages } from '../messages.ts';

const days = 30;
const lastJobs = 5;

export function Section({ app }: SectionProps) {
  const { messages, api } = app;
  const usage = useLoaded((signal) => api.get<Usage>('v1/usage', signal));
  const daily = useLoaded((signal) => api.get<DailyUsage>(`v1/usage/daily?days=${days}`, signal));
  const jobs = useLoaded((signal) => api.get<{ jobs: Job[] }>(`v1/jobs?limit=${lastJobs}`, signal));
  return (
    <>
      <SectionHead title={messages.say('overview')} />
      {usage.value.value && <Warning app={app} usage={usage.value.value} />}
      <section class="card dash-card" aria-labelledby="usage-title">
        <h2 id="usage-title">{messages.say('usage')}</h2>
        <Problem failure={usage.failure.value} messages={messages} />
        {usage.value.value ? (
          <Month usage={usage.value.value} messages={messages} />
        ) : (
          <Skeleton messages={messages} lines={2} />
        )}
      </section>
      <section class="card dash-card" aria-labelledby="daily-title">
        <h2 id="daily-title">{messages.say('by_day')}</h2>
        <Problem failure={daily.failure.value} messages={messages} />
        <Days app={app} days={daily.value.value?.days} />
      </section>
      <section class="dash-block" aria-labelledby="jobs-title">
        <div class="dash-block-head">
          <h2 id="jobs-title">{messages.say('last_jobs')}</h2>
          <PlaceLink app={app} to={{ section: 'jobs' }}>
            {messages.say('all_jobs')}
          </PlaceLink>
        </div>
        <Problem failure={jobs.failure.value} messages={messages} />
        {!jobs.value.value && !jobs.failure.value && <Skeleton messages={messages} />}
        {jobs.value.value && (
          <JobRows
            app={app}
            jobs={jobs.value.value.jobs}
            empty={messages.say('no_jobs')}
            onChange={jobs.reload}
          />
        )}
      </section>
    </>
  );
}

/** Shows the conversions by day or, if the account has none, an example of a first request. */
function Days({ app, days }: { app: App; days: DailyUsage['days'] | undefined }) {
  const { messages, api } = app;
  if (!days) return <Skeleton messages={messages} lines={5} />;
  if (days.some(({ conversions, failed }) => conversions + failed > 0))
    return <UsageChart days={days} messages={messages} sellsPlans={app.sellsPlans} />;
  return (
    <>
      <p class="note">{messages.say('first_request')}</p>
      <CodeBlock messages={messages} code={firstRequest(api.base).join('$PROTEAN_API_KEY')} />
      <p>
        <PlaceLink app={app} to={{ section: 'keys' }}>
          {messages.say('create_key')}
        </PlaceLink>
      </p>
    </>
  );
}

/** Fraction of the month's conversions from which the overview shows a warning. */
const nearShare = 0.8;

function Warning({ app, usage }: { app: App; usage: Usage }) {
  const { messages } = app;
  const { conversions, period, credits, overage_enabled: goesOn } = usage;
  const { used, limit, remaining } = conversions;
  const date = messages.utcDay(period.end);
  const isCapped = usage.overage_cap_usd !== null && usage.overage_spent_usd >= usage.overage_cap_usd;
  if (limit === null || remaining === null || credits > 0 || (goesOn && !isCapped)) return null;
  if (remaining > 0 && used < limit * nearShare) return null;
  const text =
    remaining > 0
      ? messages.say('near_limit', { count: remaining })
      : messages.say(goesOn ? 'at_cap' : 'at_limit', { date });
  return (
    <div class="notice warning">
      <Icon name="alert" />
      <p>{text}</p>
      {app.sellsPlans && (
        <PlaceLink app={app} to={{ section: 'billing' }} class="button small">
          {messages.say('see_plans')}
        </PlaceLink>
      )}
    </div>
  );
}

function Month({ usage, messages }: { usage: Usage; messages: Messages }) {
  const { conversions, period, credits } = usage;
  const { used, limit, remaining, overage, overage_cost_usd: cost } = conversions;
  const date = messages.utcDay(period.end);
  if (limit === null) return <p class="dash-figure">{messages.say('usage_unlimited', { count: used })}</p>;
  const sentence = messages.say('usage_of_month', { used, limit });
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const tone = share >= 1 ? 'danger' : share >= nearShare ? 'warning' : 'accent';
  const notes = [
    messages.say('usage_left', { count: remaining ?? 0, date }),
    overage > 0 && messages.say('usage_overage', { count: overage, cost: messages.money(cost) }),
    credits > 0 && messages.say('usage_credits', { count: credits }),
  ];
  return (
    <>
      <p class="dash-figure">{sentence}</p>
      <div
        class="meter"
        role="meter"
        aria-label={messages.say('usage')}
        aria-valuemin={0}
        aria-valuemax={Math.max(limit, used)}
        aria-valuenow={used}
        aria-valuetext={sentence}
      >
        <div class={`meter-fill ${tone}`} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p class="note">{notes.filter(Boolean).join(' ')}</p>
    </>
  );
}

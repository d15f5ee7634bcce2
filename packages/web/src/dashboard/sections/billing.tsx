/** The plan with its costs, credits, and overage. Payments are made on pages of the payment provider. */
import { useSignal } from '@preact/signals';
import type { Account, Overage, Plan, Plans, Usage } from '@protean/client/responses.ts';
import type { App } from '../app/app.ts';
import { planName, type SectionProps } from '../app/section.ts';
import { useLoaded } from '../components/loaded.ts';
import { Problem } from '../components/problem.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';

interface BillingData {
  account: Account;
  usage: Usage;
  plans: readonly Plan[];
}

export function Section({ app }: SectionProps) {
  const { api, messages } = app;
  const data = useLoaded(async (signal): Promise<BillingData> => {
    const [account, usage, { plans }] = await Promise.all([
      api.get<Account>('v1/account', signal),
      api.get<Usage>('v1/usage', signal),
      api.get<Plans>('v1/plans', signal),
    ]);
    return { account, usage, plans };
  });
  const shown = data.value.value;
  return (
    <>
      <SectionHead title={messages.say('billing')} />
      <Problem failure={data.failure.value} messages={messages} />
      {shown ? (
        <>
          <PlanCards app={app} data={shown} />
          <OverageCard app={app} data={shown} onChange={data.reload} />
          <Credits app={app} data={shown} />
          <Portal app={app} data={shown} />
        </>
      ) : (
        data.failure.value === undefined && <Skeleton messages={messages} />
      )}
    </>
  );
}

/** Asks the service for the URL of a page at the payment provider, and opens this page. */
function useLeaving(app: App) {
  const failure = useSignal<unknown>(undefined);
  const isRunning = useSignal(false);
  const leave = async (path: string, body: unknown) => {
    if (isRunning.peek()) return;
    isRunning.value = true;
    failure.value = undefined;
    try {
      const answer = await app.api.post<{ checkout_url?: string; portal_url?: string }>(path, body);
      // A form cannot be used, because the content security policy of the page blocks the redirect of a form to another
      // origin.
      location.assign(answer.checkout_url ?? answer.portal_url ?? '');
    } catch (error) {
      failure.value = error;
    } finally {
      isRunning.value = false;
    }
  };
  return { failure, leave };
}

const isSold = ({ price_usd: price, custom }: Plan) => !custom && price !== null && price > 0;

function PlanCards({ app, data: { account, plans } }: { app: App; data: BillingData }) {
  const { messages } = app;
  const { failure, leave } = useLeaving(app);
  const isOperators = account.plan_source === 'operator';
  return (
    <section class="dash-block" aria-labelledby="plans-title">
      <h2 id="plans-title">{messages.say('plans')}</h2>
      {isOperators && <p class="note">{messages.say('plan_by_operator')}</p>}
      <Problem failure={failure.value} messages={messages} />
      <ul class="plans">
        {plans
          .filter(({ custom, name }) => !custom || name === account.plan)
          .map((plan) => (
            <li key={plan.name} class={`card plan ${plan.name === account.plan ? 'current' : ''}`}>
              <h3>{planName(plan.name)}</h3>
              <p class="plan-price">{priceOf(plan, app)}</p>
              <PlanDetails app={app} plan={plan} />
              {plan.name === account.plan ? (
                <p class="tag accent">{messages.say('current_plan')}</p>
              ) : (
                isSold(plan) &&
                !isOperators && (
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void leave('v1/billing/checkout', { plan: plan.name })}
                  >
                    {messages.say('choose_plan', { plan: planName(plan.name) })}
                  </button>
                )
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

function priceOf({ price_usd: price }: Plan, { messages }: App): string {
  if (price === null) return messages.say('as_agreed');
  return price === 0 ? messages.say('no_charge') : messages.say('a_month', { price: messages.money(price) });
}

function PlanDetails({ app: { messages }, plan }: { app: App; plan: Plan }) {
  const { monthly_conversions: month, requests_per_minute: rate, overage_usd: overage } = plan;
  const { max_file_size: size, max_job_file_size: job } = plan;
  return (
    <ul class="plan-facts">
      {month !== null && <li>{messages.say('plan_conversions', { count: month })}</li>}
      {size !== null && job !== null && (
        <li>{messages.say('plan_size', { size: messages.size(size), job: messages.size(job) })}</li>
      )}
      {rate !== null && <li>{messages.say('plan_rate', { count: rate })}</li>}
      {!plan.custom && (
        <li>
          {overage === null
            ? messages.say('plan_stops')
            : messages.say('plan_overage', { price: messages.money(overage) })}
        </li>
      )}
    </ul>
  );
}

interface CardProps {
  app: App;
  data: BillingData;
}

function OverageCard({
  app,
  data: { account, usage, plans },
  onChange,
}: CardProps & { onChange: () => Promise<void> }) {
  const { api, messages } = app;
  const failure = useSignal<unknown>(undefined);
  const isSaved = useSignal(false);
  const price = plans.find(({ name }) => name === account.plan)?.overage_usd ?? null;
  const save = async (form: HTMLFormElement) => {
    failure.value = undefined;
    isSaved.value = false;
    const fields = new FormData(form);
    const cap = fields.get('cap');
    try {
      await api.post<Overage>('v1/billing/overage', {
        enabled: fields.has('enabled'),
        monthly_cap_usd: cap ? Number(cap) : null,
      });
      isSaved.value = true;
      await onChange();
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <section class="card" aria-labelledby="overage-title">
      <h2 id="overage-title">{messages.say('overage')}</h2>
      {price === null ? (
        <p class="note">{messages.say('overage_none', { plan: planName(account.plan) })}</p>
      ) : (
        <>
          <p class="note">
            {messages.say('overage_lead', { price: messages.money(price) })}{' '}
            {messages.say('overage_spent', { cost: messages.money(usage.overage_spent_usd) })}
          </p>
          <form
            class="dash-form"
            onSubmit={(event) => {
              event.preventDefault();
              void save(event.currentTarget);
            }}
          >
            <label class="switch">
              <input type="checkbox" role="switch" name="enabled" defaultChecked={usage.overage_enabled} />
              <span>{messages.say('overage_switch')}</span>
            </label>
            <div class="dash-field">
              <label class="label" for="cap">
                {messages.say('overage_cap')}
              </label>
              <input
                id="cap"
                name="cap"
                class="field"
                type="number"
                min={0}
                max={1_000_000}
                step="0.01"
                defaultValue={usage.overage_cap_usd === null ? '' : String(usage.overage_cap_usd)}
                aria-describedby="cap-hint"
              />
              <p id="cap-hint" class="note">
                {messages.say('overage_cap_hint')}
              </p>
            </div>
            <button class="button">{messages.say('save')}</button>
            <p role="status" class="note">
              {isSaved.value && messages.say('saved')}
            </p>
          </form>
          <Problem failure={failure.value} messages={messages} />
        </>
      )}
    </section>
  );
}

/** Credits are sold in packs of 1,000. */
const packs = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000] as const;

function Credits({ app, data: { usage } }: CardProps) {
  const { messages } = app;
  const { failure, leave } = useLeaving(app);
  return (
    <section class="card" aria-labelledby="credits-title">
      <h2 id="credits-title">{messages.say('credits')}</h2>
      <p class="note">
        {messages.say('credits_lead')} {messages.say('credits_have', { count: usage.credits })}
      </p>
      <form
        class="dash-form"
        onSubmit={(event) => {
          event.preventDefault();
          const credits = Number(new FormData(event.currentTarget).get('credits'));
          void leave('v1/billing/checkout', { credits });
        }}
      >
        <div class="dash-field narrow">
          <label class="label" for="credits">
            {messages.say('credits_buy')}
          </label>
          <select id="credits" name="credits" class="field">
            {packs.map((pack) => (
              <option key={pack} value={pack}>
                {messages.number(pack)}
              </option>
            ))}
          </select>
        </div>
        <button class="button">{messages.say('buy')}</button>
      </form>
      <Problem failure={failure.value} messages={messages} />
    </section>
  );
}

function Portal({ app }: CardProps) {
  const { messages } = app;
  const { failure, leave } = useLeaving(app);
  return (
    <section class="card" aria-labelledby="portal-title">
      <div class="dash-line">
        <div>
          <h2 id="portal-title">{messages.say('portal')}</h2>
          <p class="note">
            {messages.say('portal_lead')} {messages.say('to_free')}
          </p>
        </div>
        <button type="button" class="button" onClick={() => void leave('v1/billing/portal', {})}>
          {messages.say('open_portal')}
        </button>
      </div>
      <Problem failure={failure.value} messages={messages} />
    </section>
  );
}

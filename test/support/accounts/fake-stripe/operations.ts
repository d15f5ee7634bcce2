/**
 * Lists the API calls that the fake Stripe supports, each with its parameters. Calls with parameters that are not in
 * the list are rejected.
 */
import type { FakeStripeState } from './state.ts';

export type Params = Readonly<Record<string, string>>;

/** An error response in Stripe's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string, type = 'invalid_request_error') {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Names of the operation's parameters. A name that ends in `!` is required. */
  params: readonly string[];
  run: (state: FakeStripeState, params: Params, id: string) => object;
}

const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '/' });

const missing = (what: string) => new Refusal(404, `No such ${what}`, 'resource_missing');

function found<T>(map: ReadonlyMap<string, T>, id: string | undefined, what: string): T {
  const one = map.get(id ?? '');
  if (one === undefined) throw missing(`${what}: '${id}'`);
  return one;
}

const metadataOf = (params: Params, at = 'metadata') =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const key = name.startsWith(`${at}[`) ? name.slice(at.length + 1, -1) : undefined;
      return key === undefined ? [] : [[key, value]];
    }),
  );

const maxAgeSeconds = 35 * 24 * 3_600;
const uniqueSeconds = 24 * 3_600;

export const operations: readonly Operation[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    params: ['email!', 'metadata[account_id]!'],
    run: (state, params) => {
      const customer = {
        id: state.newId('cus'),
        object: 'customer',
        email: params['email'] ?? '',
        metadata: metadataOf(params),
      };
      state.customers.set(customer.id, customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    params: [],
    run: (state, _, id) => found(state.customers, id, 'customer'),
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    params: ['customer!', 'status', 'limit', 'starting_after'],
    run: (state, { customer }) => {
      found(state.customers, customer, 'customer');
      return list([...state.subscriptions.values()].filter((one) => one.customer === customer));
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    params: [
      'customer!',
      'items[0][price]!',
      'backdate_start_date!',
      'billing_cycle_anchor!',
      'off_session',
      'default_payment_method',
      'metadata[account_id]!',
      'metadata[bills]',
    ],
    run: (state, params) => {
      const { customer = '', 'items[0][price]': price = '' } = params;
      found(state.customers, customer, 'customer');
      if (state.prices[price]?.metered !== true) throw new Refusal(400, 'only the metered price is sold so');
      const [start, end] = [Number(params['backdate_start_date']), Number(params['billing_cycle_anchor'])];
      if (start > state.now || end <= state.now)
        throw new Refusal(400, 'backdate_start_date or anchor is wrong');
      return state.startSubscription({ customer, price, start, end, metadata: metadataOf(params) });
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: ['invoice_now', 'prorate'],
    run: (state, params, id) => {
      const subscription = found(state.subscriptions, id, 'subscription');
      if (subscription.status === 'canceled') throw missing(`subscription: '${id}'`);
      return state.end(id, params['invoice_now'] === 'true');
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    params: [
      'mode!',
      'customer!',
      'client_reference_id!',
      'line_items[0][price]!',
      'line_items[0][quantity]!',
      'metadata[account_id]!',
      'metadata[plan]',
      'metadata[credits]',
      'subscription_data[metadata][account_id]',
      'subscription_data[metadata][plan]',
      'subscription_data[billing_cycle_anchor]',
      'subscription_data[proration_behavior]',
      'payment_intent_data[metadata][account_id]',
      'payment_intent_data[metadata][credits]',
      'success_url!',
      'cancel_url!',
    ],
    run: (state, params) => {
      const mode = params['mode'] === 'payment' ? 'payment' : 'subscription';
      found(state.customers, params['customer'], 'customer');
      const price = params['line_items[0][price]'] ?? '';
      if (!state.prices[price] || state.prices[price].metered) throw missing(`price: '${price}'`);
      const anchor = params['subscription_data[billing_cycle_anchor]'];
      if (mode === 'subscription' && !(Number(anchor) > state.now))
        throw new Refusal(400, 'the anchor is past');
      const id = state.newId('cs_test');
      const session = {
        ...({ id, mode, object: 'checkout.session', status: 'open', payment_status: 'unpaid' } as const),
        customer: params['customer'] ?? '',
        client_reference_id: params['client_reference_id'] ?? '',
        metadata: metadataOf(params),
        url: `https://checkout.stripe.example/${id}`,
        subscription: null,
        payment_intent: null,
        line: { price, quantity: Number(params['line_items[0][quantity]']) },
        anchor: anchor === undefined ? null : Number(anchor),
      };
      state.sessions.set(id, session);
      return session;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    params: ['customer', 'status', 'payment_intent', 'limit'],
    run: (state, { customer, status, payment_intent: intent }) =>
      list(
        [...state.sessions.values()].filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (status === undefined || one.status === status) &&
            (intent === undefined || one.payment_intent === intent),
        ),
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    params: [],
    run: (state, _, id) => {
      const session = found(state.sessions, id, 'checkout session');
      if (session.status !== 'open') throw new Refusal(400, `this session is ${session.status}`);
      session.status = 'expired';
      return session;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    params: [
      'customer!',
      'return_url!',
      'configuration',
      'flow_data[type]',
      'flow_data[subscription_update_confirm][subscription]',
      'flow_data[subscription_update_confirm][items][0][id]',
      'flow_data[subscription_update_confirm][items][0][price]',
      'flow_data[subscription_update_confirm][items][0][quantity]',
      'flow_data[after_completion][type]',
      'flow_data[after_completion][redirect][return_url]',
    ],
    run: (state, params) => {
      const customer = found(state.customers, params['customer'], 'customer').id;
      const id = state.newId('bps');
      const at = 'flow_data[subscription_update_confirm]';
      const session = {
        id,
        object: 'billing_portal.session',
        customer,
        url: `https://billing.stripe.example/${id}`,
      };
      if (params['flow_data[type]'] !== 'subscription_update_confirm') {
        state.portalSessions.set(id, session);
        return session;
      }
      const subscription = found(state.subscriptions, params[`${at}[subscription]`], 'subscription');
      const [item, ...more] = subscription.items.data;
      if (more.length > 0) throw new Refusal(400, 'subscriptions with multiple items are not updatable');
      const price = params[`${at}[items][0][price]`] ?? '';
      if (item?.id !== params[`${at}[items][0][id]`] || item?.price.id === price || !state.prices[price])
        throw new Refusal(400, 'there is nothing to update');
      state.portalSessions.set(id, { ...session, confirm: { subscription: subscription.id, price } });
      return session;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments$/,
    params: ['invoice!', 'status', 'limit'],
    run: (state, { invoice }) => {
      const { payment_intent: intent } = found(state.invoices, invoice, 'invoice');
      return list(
        intent === null
          ? []
          : [{ id: `inpay_${intent}`, payment: { type: 'payment_intent', payment_intent: intent } }],
      );
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    params: ['payment_intent!', 'reason'],
    run: (state, { payment_intent: intent = '' }) => {
      const { latest_charge: charge } = found(state.payments, intent, 'payment_intent');
      if (charge.amount_refunded === charge.amount)
        throw new Refusal(400, 'already refunded', 'charge_already_refunded');
      state.refund(intent);
      return { id: state.newId('re'), object: 'refund', payment_intent: intent };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    params: ['expand[0]'],
    run: (state, _, id) => found(state.payments, id, 'payment_intent'),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    params: ['payment_intent!', 'limit'],
    run: (state, { payment_intent: intent }) =>
      list([...state.disputes.values()].filter((one) => one.payment_intent === intent)),
  },
  {
    method: 'POST',
    path: /^\/v1\/billing\/meter_events$/,
    params: ['event_name!', 'identifier!', 'timestamp!', 'payload[stripe_customer_id]!', 'payload[value]!'],
    run: (state, params) => {
      const { identifier = '', event_name: name } = params;
      const [at, value] = [Number(params['timestamp']), Number(params['payload[value]'])];
      const customer = found(state.customers, params['payload[stripe_customer_id]'], 'customer').id;
      if (name !== 'protean_overage' || !Number.isInteger(value))
        throw new Refusal(400, 'no such meter or value');
      if (at > state.now + 300 || at < state.now - maxAgeSeconds)
        throw new Refusal(400, 'the timestamp is out of range');
      const before = state.meterIdentifiers.get(identifier) ?? -Infinity;
      if (before > state.now - uniqueSeconds)
        throw new Refusal(400, `An event already exists with identifier ${identifier}.`);
      state.meterIdentifiers.set(identifier, state.now);
      const hour = at - (at % 3_600);
      state.meter.set(`${customer} ${hour}`, { customer, hour, value });
      return {
        object: 'billing.meter_event',
        identifier,
        event_name: name,
        timestamp: at,
        created: state.now,
      };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/billing\/meters$/,
    params: ['status', 'limit'],
    run: () =>
      list([
        { id: 'mtr_1', object: 'billing.meter', event_name: 'protean_overage', event_time_window: 'hour' },
      ]),
  },
  {
    method: 'GET',
    path: /^\/v1\/billing\/meters\/(\w+)\/event_summaries$/,
    params: ['customer!', 'start_time!', 'end_time!', 'value_grouping_window', 'limit'],
    run: (state, { customer, start_time: from, end_time: to }) => {
      if (Number(from) % 3_600 !== 0 || Number(to) % 3_600 !== 0) throw new Refusal(400, 'not whole hours');
      const hours = [...state.meter.values()].filter(
        (one) => one.customer === customer && one.hour >= Number(from) && one.hour < Number(to),
      );
      return list(
        hours.map(({ hour, value }) => ({
          ...{ id: `mtrusg_${hour}`, object: 'billing.meter_event_summary', meter: 'mtr_1' },
          ...{ aggregated_value: value, start_time: hour, end_time: hour + 3_600 },
        })),
      );
    },
  },
];

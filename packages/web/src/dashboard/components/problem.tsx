/** Explains a failure in plain language. The user can expand the service's own message. */
import { Icon } from '../../convert/views/icon.tsx';
import { Refusal } from '../app/api.ts';
import type { Word, Messages } from '../messages.ts';

const byReason: Readonly<Record<string, Word>> = {
  billing_not_set_up: 'failed_billing_not_set_up',
  payment_provider: 'failed_payment_provider',
  no_webhook_secret: 'failed_no_secret',
};

const byField: Readonly<Record<string, Word>> = {
  url: 'failed_address',
  confirm: 'failed_confirm',
  name: 'failed_name',
};

const byCode: Readonly<Record<string, Word>> = {
  not_found: 'failed_gone',
  quota_exceeded: 'failed_quota',
  service_unavailable: 'failed_busy',
};

function problemOf(failure: unknown): Word {
  if (!(failure instanceof Refusal)) return 'failed_no_answer';
  const { reason, field, code } = failure;
  return byReason[reason] ?? byField[field] ?? byCode[code] ?? 'failed_other';
}

export function Problem({ failure, messages }: { failure: unknown; messages: Messages }) {
  if (failure === undefined) return null;
  return (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <p>{messages.say(problemOf(failure))}</p>
        {failure instanceof Refusal && failure.message && (
          <details>
            <summary>{messages.say('details')}</summary>
            <p lang="en" dir="ltr">
              {failure.message}
            </p>
            {failure.requestId && <p>{messages.say('request_id', { id: failure.requestId })}</p>}
          </details>
        )}
      </div>
    </div>
  );
}

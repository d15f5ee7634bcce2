/** The errors of what cannot be billed here, or not at the moment, and of events that are not Stripe's (contract §12.5). */
import { ServiceError } from '../errors.ts';

/** `setting` is the environment variable that is missing. */
export function billingNotSetUp(setting: string): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `Billing is not set up here: ${setting} is not set. The operator finds the steps in docs/operations/billing.md.`,
    { details: { reason: 'billing_not_set_up', setting } },
  );
}

/** The payment provider is away, or refused what we asked of it; why is in the log. */
export function providerFailed(cause: unknown): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The payment provider did not do what was asked. Nothing was charged; try again shortly.',
    { details: { reason: 'payment_provider' }, cause },
  );
}

export function invalidSignature(): ServiceError {
  return new ServiceError(
    'invalid_signature',
    'The header "Stripe-Signature" is missing, wrong, or older than five minutes. STRIPE_WEBHOOK_SECRET must be that of this endpoint.',
  );
}

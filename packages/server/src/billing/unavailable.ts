/** The errors of what cannot be billed here, or not at the moment, and of events that are not Stripe's (contract §12.5). */
import { ServiceError } from '../errors.ts';

/** `setting` is the environment variable that is missing. */
export function billingNotSetUp(setting: string): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `Billing is not set up: ${setting} is not set. For the operator: see docs/operations/billing.md.`,
    { details: { reason: 'billing_not_set_up', setting } },
  );
}

/** The payment provider is away, or refused what we asked of it; why is in the log. */
export function providerFailed(cause: unknown): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The payment provider failed. Nothing was charged. Try again shortly.',
    { details: { reason: 'payment_provider' }, cause },
  );
}

export function invalidSignature(): ServiceError {
  return new ServiceError(
    'invalid_signature',
    'The header "Stripe-Signature" is missing, wrong, or older than 5 minutes. STRIPE_WEBHOOK_SECRET must be the secret of this endpoint.',
  );
}

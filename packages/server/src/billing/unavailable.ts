/**
 * Errors for billing that is not set up or fails temporarily, and for events that are not from Stripe (contract §12.5).
 */
import { ServiceError } from '../errors.ts';

/** Returns the error for billing that is not set up. `setting` is the missing environment variable. */
export function billingNotSetUp(setting: string): ServiceError {
  return new ServiceError(
    'service_unavailable',
    `Billing is not set up: ${setting} is not set. For the operator: see docs/operations/billing.md.`,
    { details: { reason: 'billing_not_set_up', setting } },
  );
}

/** Error for a failed or rejected call to the payment provider. The log contains the cause of the failure. */
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

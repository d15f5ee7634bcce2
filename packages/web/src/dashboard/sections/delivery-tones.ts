/** Colours of delivery statuses. The status is also shown as text. */

export const deliveryTones = {
  pending: 'plain',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
} as const;

/** How the state of a delivery is coloured, beside its words. */

export const deliveryTones = {
  pending: 'plain',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
} as const;

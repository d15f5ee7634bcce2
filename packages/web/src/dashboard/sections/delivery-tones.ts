/** Colour of a delivery's status, in addition to its text. */

export const deliveryTones = {
  pending: 'plain',
  retrying: 'warning',
  delivered: 'success',
  failed: 'danger',
} as const;

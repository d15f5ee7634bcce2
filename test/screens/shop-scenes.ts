/**
 * Lists the scenes for screenshots of pages that exist only if the service sells plans: prices, and billing in the
 * dashboard.
 */
import { settled, type Scene } from './stage.ts';

export const shopScenes: readonly Scene[] = [
  { name: 'pricing', path: '/pricing', isSold: true },
  { name: 'billing', path: '/dashboard/billing', owner: 'customer', prepare: settled, isSold: true },
  { name: 'overview-sold', path: '/dashboard', owner: 'customer', prepare: settled, isSold: true },
];

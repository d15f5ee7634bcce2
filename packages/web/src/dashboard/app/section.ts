/** Properties of every section of the dashboard, and the display of plans. */
import type { App } from './app.ts';
import type { Place } from './place.ts';

export interface SectionProps {
  app: App;
  place: Place;
}

export const planName = (plan: string) => plan.charAt(0).toUpperCase() + plan.slice(1);

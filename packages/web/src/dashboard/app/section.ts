/** Properties that all sections of the dashboard share, and the displayed name of a plan. */
import type { App } from './app.ts';
import type { Place } from './place.ts';

export interface SectionProps {
  app: App;
  place: Place;
}

export const planName = (plan: string) => plan.charAt(0).toUpperCase() + plan.slice(1);

/** State that the sections of the dashboard share. */
import { signal, type Signal } from '@preact/signals';
import type { Announcer } from '../../convert/app/announcer.ts';
import type { Api } from './api.ts';
import { Guard } from './guard.ts';
import { addressOf, placeOf, sections, type Place, type Section } from './place.ts';
import type { Messages } from '../messages.ts';

/** Account data that the page contains. */
export interface Owner {
  id: string;
  email: string;
  plan: string;
}

export class App {
  readonly api: Api;
  readonly messages: Messages;
  readonly announcer: Announcer;
  readonly owner: Owner;
  /**
   * Whether the installation sells plans. The dashboard mentions plans and prices only if the installation sells plans.
   */
  readonly sellsPlans: boolean;
  readonly guard = new Guard();
  readonly place: Signal<Place>;
  /** Whether the account was deleted. After the deletion, the dashboard shows only a confirmation. */
  readonly isGone: Signal<boolean> = signal(false);
  readonly #root: string;

  constructor(api: Api, messages: Messages, announcer: Announcer, owner: Owner, sellsPlans: boolean) {
    this.api = api;
    this.messages = messages;
    this.announcer = announcer;
    this.owner = owner;
    this.sellsPlans = sellsPlans;
    this.#root = api.url('dashboard');
    this.place = signal(placeOf(this.#root, new URL(location.href)));
    addEventListener('popstate', () => this.#wentBack());
  }

  /** The sections that this installation has. */
  get sections(): readonly Section[] {
    return this.sellsPlans ? sections : sections.filter((section) => section !== 'billing');
  }

  href(place: Place): string {
    return addressOf(this.#root, place);
  }

  go(place: Place): void {
    this.guard.pass(() => {
      history.pushState(null, '', this.href(place));
      this.place.value = place;
    });
  }

  announce(text: string): void {
    this.announcer.announce(() => text);
  }

  /**
   * Called when the URL has changed because the user went back or forward. If a secret is shown, restores the previous
   * URL and asks whether to leave.
   */
  #wentBack(): void {
    const place = placeOf(this.#root, new URL(location.href));
    if (!this.guard.isOpen) this.place.value = place;
    else {
      history.pushState(null, '', this.href(this.place.peek()));
      this.go(place);
    }
  }
}

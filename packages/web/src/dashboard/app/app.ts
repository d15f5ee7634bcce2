/** State that the sections of the dashboard share. */
import { signal, type Signal } from '@preact/signals';
import type { Announcer } from '../../convert/app/announcer.ts';
import type { Api } from './api.ts';
import { Guard } from './guard.ts';
import { addressOf, placeOf, type Place } from './place.ts';
import type { Messages } from '../messages.ts';

/** The account's data that the page contains. */
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
  readonly guard = new Guard();
  readonly place: Signal<Place>;
  /** Whether the account was deleted. Then there is nothing left to show. */
  readonly isGone: Signal<boolean> = signal(false);
  readonly #root: string;

  constructor(api: Api, messages: Messages, announcer: Announcer, owner: Owner) {
    this.api = api;
    this.messages = messages;
    this.announcer = announcer;
    this.owner = owner;
    this.#root = api.url('dashboard');
    this.place = signal(placeOf(this.#root, new URL(location.href)));
    addEventListener('popstate', () => this.#wentBack());
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

  /** Restores the URL if the user stays on the page, because the browser has already changed it. */
  #wentBack(): void {
    const place = placeOf(this.#root, new URL(location.href));
    if (!this.guard.isOpen) this.place.value = place;
    else {
      history.pushState(null, '', this.href(this.place.peek()));
      this.go(place);
    }
  }
}

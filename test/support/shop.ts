/** Starts a server that sells plans and credits through a fake Stripe. */
import { FakeStripe } from './accounts/fake-stripe/server.ts';
import { closing, fixture } from './fixtures.ts';
import { startInProcess, type InProcessService } from './server/in-process-service.ts';

export interface Shop {
  stripe: FakeStripe;
  service: InProcessService;
}

export const shopFixture = (settings: Record<string, string> = {}): Shop =>
  fixture(async (stack) => {
    const stripe = closing(stack, await FakeStripe.start());
    return { stripe, service: closing(stack, await startInProcess({ ...settings, ...stripe.settings })) };
  });

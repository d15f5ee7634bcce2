/** Text of the email message about a reached limit. */
import type { LimitThreshold } from '../db/tables.ts';
import type { AccountUsage } from '../limits/usage.ts';

interface Message {
  subject: string;
  text: string;
}

interface MessageSite {
  /** URL of the service. The dashboard at this URL shows the usage. */
  baseUrl: string;
  /** Whether plans and credits are sold. If plans and credits are not sold, the message does not mention them. */
  sellsPlans: boolean;
}

/** Writes the message. `usage` is the account's current usage. */
export function limitMessage(
  threshold: LimitThreshold,
  usage: AccountUsage,
  { baseUrl, sellsPlans }: MessageSite,
): Message {
  const subject = subjects[threshold];
  const { conversions, plan, period } = usage;
  const { used, limit, overage } = conversions;
  const quota = limit === null ? '' : ` (${sellsPlans ? 'included in the plan' : 'limit'}: ${limit})`;
  const facts = [
    ...(sellsPlans ? [`Plan: ${plan}`] : []),
    `Conversions this month: ${used}${quota}`,
    ...(sellsPlans || usage.credits > 0 ? [`Prepaid credits left: ${usage.credits}`] : []),
    ...(overage > 0 ? [`Billed as overage: ${overage} (${dollars(usage.overage_spent_usd)})`] : []),
    ...(usage.overage_cap_usd === null ? [] : [`Monthly cap on overage: ${dollars(usage.overage_cap_usd)}`]),
  ];
  const day = period.end.slice(0, 10);
  return {
    subject,
    text: `${subject}.

${facts.join('\n')}

${nextOf(threshold, usage)} The next month begins on ${day} (UTC).

${sellsPlans ? 'Plan, credits and overage' : 'Usage'}: ${baseUrl}/dashboard
`,
  };
}

const subjects: Readonly<Record<LimitThreshold, string>> = {
  quota_80: "You have used 80% of this month's conversions",
  quota_100: "You have used all of this month's conversions",
  overage_80: 'You have spent 80% of your monthly cap on overage',
  overage_100: 'You have reached your monthly cap on overage',
};

/** Returns the sentence about further conversions. */
function nextOf(threshold: LimitThreshold, { credits, overage_enabled: overage }: AccountUsage): string {
  if (threshold === 'overage_100') return 'Further conversions are rejected until you raise the cap.';
  if (threshold === 'overage_80') return 'At the cap, further conversions are rejected.';
  const then = threshold === 'quota_100' ? 'Further conversions' : 'After the last of them, conversions';
  if (credits > 0) return `${then} use your credits.`;
  return overage ? `${then} are billed as overage.` : `${then} are rejected.`;
}

const dollars = (amount: number) => `$${amount.toFixed(Number.isInteger(amount * 100) ? 2 : 3)}`;

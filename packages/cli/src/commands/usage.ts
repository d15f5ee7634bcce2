/** `protean usage`: shows this month's usage and limits, or the usage by day. */
import type { DailyUsage, Usage } from '@protean/client';
import type { Run } from '../command.ts';
import { exitStatus, usageError } from '../exit-status.ts';
import { openClient } from '../open-converter.ts';
import { print, printJson } from '../terminal.ts';

const maxDays = 366;

export const usage: Run = async (context) => {
  const { args, signal } = context;
  const [days, key] = [args.flags.get('days'), args.flags.get('key')];
  if (days !== undefined && !(/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= maxDays))
    throw usageError(`--days must be a whole number from 1 to ${maxDays}.`);
  const { client } = await openClient(context);
  const show = (found: object, rows: readonly string[]) => {
    if (args.flags.has('json')) printJson(found);
    else rows.forEach(print);
  };
  if (days === undefined && key === undefined) {
    const found = await client.usage({ signal });
    show(found, rowsOf(found));
  } else {
    const query = {
      ...(days === undefined ? {} : { days: Number(days) }),
      ...(key === undefined ? {} : { key }),
    };
    const found = await client.usageByDay({ ...query, signal });
    show(found, tableOf(found));
  }
  return exitStatus.ok;
};

/** Returns usage as text, such as `12 of 1000 conversions this month`. */
export function monthInWords({ conversions: { used, limit } }: Usage): string {
  return limit === null ? `${used} conversions this month` : `${used} of ${limit} conversions this month`;
}

function rowsOf(found: Usage): string[] {
  const {
    plan,
    period,
    conversions,
    rate_limit: rate,
    max_file_size: size,
    credits,
    overage_enabled: overage,
  } = found;
  const rows: [string, string][] = [
    ['plan', plan],
    ['month', `${period.start} to ${period.end}`],
    ['conversions', monthInWords(found)],
    [
      'overage',
      `${conversions.overage} (${conversions.overage_cost_usd.toFixed(2)} USD), ${overage ? 'on' : 'off'}`,
    ],
    ['credits', String(credits)],
    ['requests', `${rate.remaining} of ${rate.limit} left this minute`],
    ['largest file', `${size} bytes`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(14)} ${value}`);
}

function tableOf({ days }: DailyUsage): string[] {
  const row = (date: string, ...numbers: readonly (string | number)[]) =>
    [date.padEnd(10), ...numbers.map((number) => String(number).padStart(11))].join('  ');
  return [
    row('date', 'conversions', 'overage', 'failed'),
    ...days.map(({ date, conversions, overage, failed }) => row(date, conversions, overage, failed)),
  ];
}

/** The conversions by day, as a bar chart with arrow-key navigation and as a table. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DailyUsage } from '@protean/client/responses.ts';
import { barsOf } from './chart-layout.ts';
import type { Messages } from '../messages.ts';

type Day = DailyUsage['days'][number];

const height = 148;
/**
 * Space below the bars for the labels of the days (`below`), and space above the bars for the label of the top line
 * (`above`).
 */
const below = 22;
const above = 18;

interface UsageChartProps {
  days: readonly Day[];
  messages: Messages;
  sellsPlans: boolean;
}

export function UsageChart({ days, messages, sellsPlans }: UsageChartProps) {
  const width = useSignal(640);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => (width.value = element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <p class="note" id="chart-summary">
        {summaryOf(days, messages)}
      </p>
      {days.some(({ failed }) => failed > 0) && (
        <p class="note chart-key" aria-hidden="true">
          <span>{messages.say('conversions')}</span>
          <span class="chart-key-failed">{messages.say('failed_ones')}</span>
        </p>
      )}
      <div ref={place} class="chart">
        <Bars days={days} messages={messages} width={width.value} />
      </div>
      <DayTable days={days} messages={messages} sellsPlans={sellsPlans} />
    </>
  );
}

function summaryOf(days: readonly Day[], messages: Messages): string {
  const count = days.reduce((sum, { conversions }) => sum + conversions, 0);
  const most = days.reduce<Day | undefined>(
    (best, day) => (best && best.conversions >= day.conversions ? best : day),
    undefined,
  );
  if (count === 0 || !most) return messages.say('by_day_none', { days: days.length });
  const date = messages.utcDay(most.date);
  return messages.say('by_day_summary', { count, days: days.length, date, most: most.conversions });
}

function textOf({ date, conversions, failed }: Day, messages: Messages, isLast: boolean): string {
  const day = messages.say('day_value', { date: messages.utcDay(date), count: conversions, failed });
  return isLast ? messages.say('day_running', { day }) : day;
}

function Bars({ days, messages, width }: { days: readonly Day[]; messages: Messages; width: number }) {
  const pointed = useSignal<number | undefined>(undefined);
  const focused = useSignal(days.length - 1);
  const chart = useRef<SVGSVGElement>(null);
  const isRightToLeft = document.documentElement.dir === 'rtl';
  const { bars, top } = barsOf(days, { width, height, isRightToLeft });
  const base = above + height;
  const last = days.length - 1;

  const move = (event: KeyboardEvent) => {
    const forwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const backwards = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
    const steps: Readonly<Record<string, number>> = {
      [forwards]: 1,
      [backwards]: -1,
      Home: -last,
      End: last,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focused.value = Math.min(last, Math.max(0, focused.value + step));
    chart.current?.querySelectorAll<SVGGElement>('.bar')[focused.value]?.focus();
  };
  const shown = pointed.value === undefined ? undefined : days[pointed.value];
  return (
    <>
      <svg
        ref={chart}
        class="chart-bars"
        width={width}
        height={base + below}
        viewBox={`0 0 ${width} ${base + below}`}
        role="group"
        aria-labelledby="daily-title"
        aria-describedby="chart-summary chart-hint"
        onKeyDown={move}
        onMouseLeave={() => (pointed.value = undefined)}
      >
        {[0, 0.5, 1].map((share) => {
          const y = base - share * height + 0.5;
          return (
            <g key={share} aria-hidden="true">
              <line class={share === 0 ? 'chart-base' : 'chart-line'} x1={0} x2={width} y1={y} y2={y} />
              {share > 0 && (
                <text class="chart-text" x={isRightToLeft ? width : 0} y={y - 4}>
                  {messages.number(share * top)}
                </text>
              )}
            </g>
          );
        })}
        {bars.map((bar, n) => {
          const day = days[n];
          if (!day) return null;
          return (
            <g
              key={day.date}
              class={`bar ${n === last ? 'running' : ''}`}
              role="img"
              tabIndex={n === focused.value ? 0 : -1}
              aria-label={textOf(day, messages, n === last)}
              onFocus={() => {
                focused.value = n;
                pointed.value = n;
              }}
              onBlur={() => (pointed.value = undefined)}
              onMouseEnter={() => (pointed.value = n)}
            >
              <rect class="bar-ground" x={bar.x - 1} y={above} width={bar.width + 2} height={height} />
              <rect
                class="bar-done"
                x={bar.x}
                y={base - bar.height}
                width={bar.width}
                height={bar.height}
                rx={Math.min(3, bar.height / 2)}
              />
              <rect
                class="bar-failed"
                x={bar.x}
                y={base - bar.height - bar.failedHeight - (bar.failedHeight && bar.height ? 1 : 0)}
                width={bar.width}
                height={bar.failedHeight}
                rx={Math.min(3, bar.failedHeight / 2)}
              />
            </g>
          );
        })}
        {[0, Math.floor(last / 2), last].map((n, at) => {
          const bar = bars[n];
          const day = days[n];
          if (!bar || !day) return null;
          const anchors = ['start', 'middle', 'end'] as const;
          const x = [isRightToLeft ? width : 0, bar.x + bar.width / 2, isRightToLeft ? 0 : width][at];
          return (
            <text
              key={at}
              class="chart-text"
              x={x}
              y={base + 17}
              text-anchor={anchors[at]}
              aria-hidden="true"
            >
              {messages.utcDay(day.date)}
            </text>
          );
        })}
      </svg>
      <p class="chart-value" aria-hidden="true">
        {shown && textOf(shown, messages, shown === days[last])}
      </p>
      <span id="chart-hint" class="hidden">
        {messages.say('by_day_hint')}
      </span>
    </>
  );
}

function DayTable({ days, messages, sellsPlans }: UsageChartProps) {
  const hasOverage = sellsPlans || days.some(({ overage }) => overage > 0);
  return (
    <details class="disclosure">
      <summary>{messages.say('as_table')}</summary>
      <div class="table-scroll chart-table" tabIndex={0} role="group" aria-label={messages.say('as_table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.say('date')}</th>
              <th scope="col" class="number">
                {messages.say('conversions')}
              </th>
              {hasOverage && (
                <th scope="col" class="number">
                  {messages.say('beyond_plan')}
                </th>
              )}
              <th scope="col" class="number">
                {messages.say('failed_ones')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, conversions, overage, failed }) => (
              <tr key={date}>
                <th scope="row">{messages.utcDay(date)}</th>
                <td class="number">{messages.number(conversions)}</td>
                {hasOverage && <td class="number">{messages.number(overage)}</td>}
                <td class="number">{messages.number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The report of a conversion: its steps, its losses, and the properties of both files. */
import { useSignal } from '@preact/signals';
import type { ConversionReport, FileStatement } from '@protean/client';
import { useEffect, useMemo } from 'preact/hooks';
import { writeSize } from '../state/amounts.ts';
import type { App } from '../app/app.ts';
import { loadLossMessages, type WriteLosses } from '../loss-messages.ts';
import type { Item, Result } from '../state/item.ts';
import { loadReportMessages, type SayOfReport } from './report-messages.ts';
import type { Messages } from '../messages.ts';

type Facts = FileStatement['facts'];

interface ReportProps {
  app: App;
  item: Item;
  result: Result;
  report: ConversionReport;
}

export function Report({ app: { messages }, item, result, report }: ReportProps) {
  const loaded = useSignal<{ say: SayOfReport; writeLosses: WriteLosses } | undefined>(undefined);
  useEffect(() => {
    const { language } = messages;
    void Promise.all([loadReportMessages(language), loadLossMessages(language)]).then(
      ([say, writeLosses]) => {
        loaded.value = { say, writeLosses };
      },
    );
  }, []);
  if (!loaded.value) return null;
  const { say, writeLosses } = loaded.value;
  const absent: readonly string[] = item.absent.peek();
  const lost = report.lost.filter((trait) => !absent.includes(trait));
  return (
    <section class="report" aria-label={messages.say('report_of', { name: result.name })}>
      <dl>
        <dt>{say('steps')}</dt>
        {report.steps.map(({ engine, version, from, to, ms }, n) => (
          <dd key={n}>
            {engine} {version}: {from} → {to}, {ms.toLocaleString(messages.language)} ms
          </dd>
        ))}
        <dt>{say('lost')}</dt>
        <dd>
          {lost.length === 0
            ? say('lost_nothing')
            : writeLosses(item.format.peek() ?? result.format, result.format, lost)}
        </dd>
        {report.warnings.length > 0 && <dt>{say('notes')}</dt>}
        {report.warnings.map(({ code, message }, n) => (
          <dd key={n}>
            {messages.domain(`warning_${code}`)}
            <details class="row-details">
              <summary>{messages.say('details')}</summary>
              <p lang="en">{message}</p>
            </details>
          </dd>
        ))}
      </dl>
      <Holdings messages={messages} say={say} report={report} />
      <Save text={say('save')} name={result.name} report={report} />
    </section>
  );
}

interface HoldingsProps {
  messages: Messages;
  say: SayOfReport;
  report: ConversionReport;
}

/** The properties of the source and the result side by side. Properties with different values are highlighted. */
function Holdings({ messages, say, report: { source, result } }: HoldingsProps) {
  const names = Object.keys({ ...source.facts, ...result.facts }) as (keyof Facts)[];
  const row = (name: string, before: string, after: string) => (
    <tr key={name} class={before !== '' && after !== '' && before !== after ? 'changed' : undefined}>
      <th scope="row">{name}</th>
      <td>
        <bdi>{before}</bdi>
      </td>
      <td>
        <bdi>{after}</bdi>
      </td>
    </tr>
  );
  return (
    <div class="report-table" tabIndex={0} role="region" aria-label={say('holds')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('holds')}</th>
            <th scope="col">{messages.say('before')}</th>
            <th scope="col">{messages.say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {row(
            say('size'),
            ...([source, result].map(({ size }) => writeSize(size, messages.language)) as [string, string]),
          )}
          {names.map((name) =>
            row(
              say(`fact_${name}`),
              writeFact(source.facts[name], messages),
              writeFact(result.facts[name], messages),
            ),
          )}
          {row('SHA-256', source.sha256 ?? '', result.sha256 ?? '')}
        </tbody>
      </table>
    </div>
  );
}

function writeFact(value: Facts[keyof Facts], messages: Messages): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return messages.say(value ? 'yes' : 'no');
  if (typeof value === 'number') return value.toLocaleString(messages.language);
  return typeof value === 'string' ? value : messages.list(value);
}

function Save({ text, name, report }: { text: string; name: string; report: ConversionReport }) {
  const url = useMemo(
    () => URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' })),
    [report],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a class="button small" href={url} download={`${name}.report.json`}>
      {text}
    </a>
  );
}

/** Gauges of `GET /metrics`, read from the services on each request. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface GaugeRow {
  name: string;
  help: string;
  /** A counter only increases, and its name ends in `_total`. */
  is: 'gauge' | 'counter';
  labels?: readonly string[];
  read: () => Samples | Promise<Samples>;
}

/** One number without labels, several numbers with labels, or undefined if there is no value. */
type Samples = number | undefined | readonly Sample[];

interface Sample {
  value: number;
  labels: Readonly<Record<string, string>>;
}

export function registerGauges(registry: Registry, rows: readonly GaugeRow[]): void {
  for (const { name, help, is, labels = [], read } of rows) {
    const Metric = is === 'gauge' ? Gauge : Counter;
    new Metric({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      // The services themselves store the totals of counters, so counters are read like gauges.
      async collect(this: Gauge | Counter) {
        // If a metric cannot be read, it is returned without a value. A failed read does not affect other metrics.
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        this.reset();
        if (typeof samples === 'number') this.inc(samples);
        else for (const { value, labels: of } of samples ?? []) this.inc(of, value);
      },
    });
  }
}

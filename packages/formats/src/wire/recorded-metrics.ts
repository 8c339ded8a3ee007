import type {
  ExponentialValue,
  HistogramValue,
  MetricExemplar,
  MetricSeries,
  MetricSink,
  MetricTime,
} from "@headroom/core";

interface RecordedValue {
  series: MetricSeries;
  time: MetricTime;
}

/** A sink for tests: everything that was handed over, each value with its series. */
export class RecordedMetrics implements MetricSink {
  readonly all: MetricSeries[] = [];
  readonly numbers: (RecordedValue & { value: number })[] = [];
  readonly histograms: (RecordedValue & { value: HistogramValue })[] = [];
  readonly exponentials: (RecordedValue & { value: ExponentialValue })[] = [];
  readonly summaries: (RecordedValue & { value: Parameters<MetricSink["summary"]>[2] })[] = [];
  readonly exemplars: (MetricExemplar & { series: MetricSeries })[] = [];
  readonly ended: RecordedValue[] = [];
  readonly refusals: { at: number; reason: string }[] = [];

  series(series: MetricSeries): number {
    return this.all.push(series) - 1;
  }

  number(series: number, time: MetricTime, value: number): void {
    this.numbers.push({ series: this.#at(series), time, value });
  }

  histogram(series: number, time: MetricTime, value: HistogramValue): void {
    this.histograms.push({ series: this.#at(series), time, value });
  }

  exponential(series: number, time: MetricTime, value: ExponentialValue): void {
    this.exponentials.push({ series: this.#at(series), time, value });
  }

  summary(series: number, time: MetricTime, value: Parameters<MetricSink["summary"]>[2]): void {
    this.summaries.push({ series: this.#at(series), time, value });
  }

  exemplar(series: MetricSeries, exemplar: MetricExemplar): void {
    this.exemplars.push({ series, ...exemplar });
  }

  stale(series: number, time: MetricTime): void {
    this.ended.push({ series: this.#at(series), time });
  }

  refuse(at: number, reason: string): void {
    this.refusals.push({ at, reason });
  }

  #at(series: number): MetricSeries {
    const found = this.all[series];
    if (found === undefined) throw new Error(`No series has the number ${series}.`);
    return found;
  }
}

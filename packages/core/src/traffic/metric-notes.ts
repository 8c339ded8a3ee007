import { storableLabel } from "../aggregate/label-register.ts";
import type { KnownSeries } from "./known-series.ts";
import type { MetricSeries, SourceKind, Temporality } from "./metric-sink.ts";

/** A metric that arrived, used or not. */
export interface SeenMetric {
  name: string;
  field: string | null;
  kind: SourceKind;
  temporality: Temporality;
  unit: string | null;
  /** What uses the first of its series that is used; null: nothing does. */
  rule: string | null;
  /** In one body. */
  series: number;
  /** The tags of the first of them. */
  examples: MetricSeries["tags"][];
}

/** Of one body. */
const MAX_METRICS = 500;
const MAX_EXAMPLES = 50;
const MAX_TEXT_LENGTH = 500;

interface Noted {
  rule: string | null;
  count: number;
  /** The first of them. */
  series: MetricSeries[];
}

/** Which metrics a body has, for those that choose what is made of them. */
export class MetricNotes {
  readonly #isNews: (metric: string) => boolean;
  /** By metric; null: it was noted not long ago, or there are too many. */
  readonly #noted = new Map<string, Noted | null>();
  #metrics = 0;

  /** `isNews`: whether a metric is to be noted. */
  constructor(isNews: (metric: string) => boolean) {
    this.#isNews = isNews;
  }

  take(known: KnownSeries): void {
    let noted = this.#noted.get(known.metric);
    if (noted === undefined) {
      noted = this.#admits(known.metric) ? { rule: null, count: 0, series: [] } : null;
      this.#noted.set(known.metric, noted);
    }
    if (noted === null) return;
    noted.rule ??= known.mapped?.rule ?? null;
    noted.count += 1;
    if (noted.series.length < MAX_EXAMPLES) noted.series.push(known.series);
  }

  finish(): SeenMetric[] {
    return [...this.#noted.values()].flatMap((noted) => {
      const [first] = noted?.series ?? [];
      if (noted === null || first === undefined) return [];
      const { name, field, kind, temporality, unit } = first;
      return {
        name: text(name),
        field: field === null ? null : text(field),
        kind,
        temporality,
        unit: unit === null ? null : text(unit),
        rule: noted.rule,
        series: noted.count,
        examples: noted.series.map(({ tags }) =>
          tags.map(([tag, value]) => [text(tag), text(value)] as const),
        ),
      };
    });
  }

  #admits(metric: string): boolean {
    if (this.#metrics >= MAX_METRICS || !this.#isNews(metric)) return false;
    this.#metrics += 1;
    return true;
  }
}

/** Names come as they were sent, and not every text can be stored. */
function text(given: string): string {
  return storableLabel(given, MAX_TEXT_LENGTH);
}

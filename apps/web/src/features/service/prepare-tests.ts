import { figureName } from "@headroom/core";
import type { ServiceTest } from "@headroom/services";
import { formatAge } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import { hasChange, prepareDelta } from "../delta/prepare-delta.ts";
import type { DeltaModel } from "../delta/prepare-delta.ts";
import { lineSpark } from "../catalog/line-spark.ts";
import type { LineSpark } from "../catalog/line-spark.ts";
import { againstTarget, compareAddress } from "../overview/prepare-line.ts";
import type { AgainstTarget } from "../overview/prepare-line.ts";
import { prepareNext } from "../run/verdict/prepare-next.ts";

export interface TestRow {
  id: string;
  name: string;
  href: string;
  /** "represents the peak · run 46" */
  about: string;
  state: OutcomeState;
  ofSome: boolean;
  against: AgainstTarget | null;
  /** Null: fewer than two runs. */
  spark: LineSpark | null;
  delta: DeltaModel | null;
  /** Whether something changed, or was looked for. */
  hasChange: boolean;
  /** What would settle an unsure run. `link`: null if it is done on the page of the run. */
  next: { words: string; text: string; href: string } | null;
  last: { href: string; age: string } | null;
}

/** The experiments of a service, the worst first. */
export function prepareTests(tests: readonly ServiceTest[], now: Date): TestRow[] {
  return tests.map((test) => {
    const { id, name, state, run, representsPeak, spark, changes } = test;
    return {
      id,
      name,
      href: `/experiments/${id}`,
      about: [representsPeak ? "represents the peak" : "", run === null ? "" : `run ${run.number}`]
        .filter((part) => part !== "")
        .join(" · "),
      state,
      ofSome: run?.someLabels === true,
      against: againstTarget(test),
      spark: spark.length < 2 ? null : lineSpark(test),
      delta: prepareDelta(changes),
      hasChange: hasChange(test),
      next: nextOf(test),
      last: run === null ? null : { href: `/runs/${run.id}`, age: formatAge(new Date(run.ranAt), now) },
    };
  });
}

/** The same step as the page of the run offers. */
function nextOf({ next, run, id, name, service }: ServiceTest): TestRow["next"] {
  if (run === null) return null;
  const model = prepareNext(next, { runId: run.id, experiment: { id, name }, service });
  if (model === null) return null;
  return {
    words: model.words,
    text: model.link?.text ?? "Settle it",
    href: model.link?.href ?? `/runs/${run.id}`,
  };
}

/** The experiment whose change is shown as a chart; null: none changed. */
export interface WorstTrend {
  experimentId: string;
  /** "Nightly search: p99 +22% since run 32" */
  title: string;
  metric: ServiceTest["metric"];
  compareHref: string | null;
}

/** Fewer runs are seen in the row as well. */
const LEAST_RUNS = 4;

export function worstTrend(tests: readonly ServiceTest[]): WorstTrend | null {
  const worst =
    tests.find((test) => test.changes[0]?.state === "worse" && test.spark.length >= LEAST_RUNS) ??
    tests.find(({ spark }) => spark.length >= LEAST_RUNS);
  if (worst === undefined) return null;
  const delta = prepareDelta(worst.changes);
  const [change] = worst.changes;
  return {
    experimentId: worst.id,
    title: `${worst.name}: ${delta === null ? unchangedWords(worst) : `${delta.text} ${delta.since}`}`,
    metric: worst.metric,
    compareHref: compareAddress(worst, change),
  };
}

/** Of few runs, there is only the figure. */
function unchangedWords(test: ServiceTest): string {
  return hasChange(test) ? "no change detected" : figureName(test.metric);
}

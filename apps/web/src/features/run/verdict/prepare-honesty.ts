import { achievedShare, honestyOf, LIVE_TRAFFIC } from "@headroom/core";
import type { HonestyCode, HonestyInput } from "@headroom/core";
import type { RunDetail, RunWindow } from "@headroom/services";
import type { WarningModel } from "./prepare-warnings.ts";

const TITLES: Record<HonestyCode, string> = {
  "nothing-succeeded": "Outage",
  "partial-hang": "Some users hung",
  "errors-left-out": "Errors left out",
  "percentiles-quoted": "Percentiles reported by the tool",
  "achieved-short": "Fewer requests than expected",
  "generator-saturated": "Generator saturated",
  "warm-up-included": "Warm-up included",
  "too-few-requests": "Too few requests",
  "clock-skew": "Clocks may differ",
  "failed-differ": "Failed requests change the percentiles",
  "live-traffic": "Live traffic",
  "closed-loop": "Closed-loop tool",
  "load-model-unknown": "Load model unknown",
};

/** Beside the figures of a run of totals, their proof says these. */
const SAID_BY_PROOF: ReadonlySet<HonestyCode> = new Set(["percentiles-quoted", "warm-up-included"]);

/** What to know of the shown window before trusting its figures. */
export function prepareHonesty(detail: RunDetail, window: RunWindow): WarningModel[] {
  const { answer, loadModel, steady, parts } = detail;
  const isOfTotals = answer.run.finestStepSeconds === null;
  return honestyOf({
    source: window.proof.source,
    loadModel: loadModel === "open" || loadModel === "closed" ? loadModel : "unknown",
    liveTraffic: answer.run.tool === LIVE_TRAFFIC,
    window: window.kind,
    fromSeconds: window.fromSeconds,
    warmUpSeconds: steady === null ? null : Math.max(0, steady.fromSeconds),
    noSteadyReason: answer.steady === null ? (answer.phase?.reason ?? null) : null,
    errorsLeftOut: answer.phase?.leftOut?.errors ?? null,
    ...stretchesOf(detail),
    beyond: window.proof.beyond,
    requests: window.summary.requests,
    achieved: achievedOf(detail),
    generatorCpuMost: window.generatorCpuMost,
    generators: parts.flatMap(({ generator, times }) => (times === null ? [] : [{ generator, ...times }])),
    differing: window.differing.map(({ percentile }) => percentile),
  })
    .filter(({ code }) => !(isOfTotals && SAID_BY_PROOF.has(code)))
    .map(({ code, reason }) => ({ code, title: TITLES[code], detail: reason, where: null }));
}

function achievedOf({ answer, steady, workload }: RunDetail): number | null {
  const counted = answer.phase?.counted;
  const { requests } = answer.steady?.summary ?? counted ?? answer.summary;
  const steadySeconds =
    steady === null ? (counted?.durationSeconds ?? null) : steady.toSeconds - steady.fromSeconds;
  const { startedAt, endedAt, status } = answer.run;
  // Of a live run nobody knows yet how long it will be.
  const seconds = status === "receiving" ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000;
  return achievedShare(workload, {
    requests,
    steadySeconds,
    whole: { requests: answer.summary.requests, seconds },
  });
}

function stretchesOf({ answer, origin }: RunDetail): Pick<HonestyInput, "holes" | "hangs"> {
  const offset = (instant: string) => Math.round((Date.parse(instant) - (origin?.getTime() ?? 0)) / 1_000);
  const span = (from: string, to: string) => ({ fromSeconds: offset(from), toSeconds: offset(to) });
  const { holes = [], hangs = [] } = answer.phase ?? {};
  return {
    holes: holes.map(({ from, to, unsent }) => ({ ...span(from, to), unsent: unsent ?? null })),
    hangs: hangs.map(({ from, to, ...hang }) => ({ ...hang, ...span(from, to) })),
  };
}

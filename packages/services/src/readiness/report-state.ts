import type { ReadinessReport } from "@headroom/contract";
import type { ReadinessState } from "@headroom/core";

/** What a reader would notice of a report. */
export function stateOf({
  peakDay: { startsAt, endsAt, timeZone },
  verdict,
  capacity,
  expected,
  experiments,
  risks,
  removed,
  actions,
}: ReadinessReport): ReadinessState {
  return {
    verdict,
    capacity,
    expected: expected?.throughput ?? null,
    experiments: experiments.map(({ experiment: { id, name }, state, newest }) => ({
      id,
      name,
      state,
      newest: newest === null ? null : { number: newest.number, verdict: newest.verdict },
    })),
    risks: [
      ...risks
        .filter(({ state }) => state === "active")
        .map(({ id, target, experiment }) => ({ id, words: `${target} of ${experiment.name}` })),
      ...removed.flatMap(({ experiment, accepted }) =>
        accepted?.state === "active"
          ? [{ id: accepted.id, words: `that ${experiment.name} no longer counts` }]
          : [],
      ),
    ],
    actions: actions.map(({ id, title, closedAt }) => ({ id, title, closed: closedAt !== null })),
    day: { startsAt, endsAt, timeZone },
  };
}

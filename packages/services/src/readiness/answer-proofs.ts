import type { ExperimentProofAnswer } from "@headroom/contract";
import { agoInWords, freshnessOf } from "@headroom/core";
import type { Freshness, ReadinessExperiment } from "@headroom/core";
import { answerMiss, answerRun } from "../capacity/service-capacity.ts";
import type { ServiceFacts } from "./service-facts.ts";

/** What each experiment proves, as the API and pages show it. */
export function answerProofs(facts: ServiceFacts): ExperimentProofAnswer[] {
  return facts.experiments.map((one) => answerProof(one, facts));
}

function answerProof({ proof, deploys }: ReadinessExperiment, facts: ServiceFacts): ExperimentProofAnswer {
  if (proof.state === "unproven") {
    const { experiment, state, detail } = proof;
    return { ...NOTHING, experiment, state, detail };
  }
  const { experiment, state, throughput, calibration, run, elsewhere } = proof;
  const freshness = freshnessOf({ ranAt: run.ranAt, deploys }, facts.policy, facts.now);
  return {
    experiment,
    state,
    throughput,
    calibration,
    elsewhere,
    run: answerRun(run),
    misses: state === "accepted" ? proof.misses.map(answerMiss) : [],
    acceptedUntil:
      state === "accepted"
        ? new Date(Math.min(...proof.risks.map(({ until }) => until.getTime()))).toISOString()
        : null,
    freshness: answerFreshness(freshness),
    detail: null,
  };
}

function answerFreshness({ state, days, deploys, endsAt }: Freshness): ExperimentProofAnswer["freshness"] {
  return { state, days, deploys, endsAt: endsAt.toISOString(), words: agoInWords({ days, deploys }) };
}

const NOTHING: Omit<ExperimentProofAnswer, "experiment" | "state" | "detail"> = {
  throughput: null,
  calibration: null,
  run: null,
  elsewhere: false,
  misses: [],
  acceptedUntil: null,
  freshness: null,
};

import { problem, runAnswer, type RunAnswer } from "@headroom/contract";
import type { SimulatedRun } from "./simulated-runs.ts";
import { writeJtl } from "./write-jtl.ts";
import { writeK6 } from "./write-k6.ts";

export interface Destination {
  ingestUrl: string;
  token: string;
}

export interface PostedRun {
  answer: RunAnswer;
  /** It already existed. */
  replayed: boolean;
}

/** Simulates a run and uploads its file like any user. Sending it again adds nothing. */
export async function postRun(run: SimulatedRun, { ingestUrl, token }: Destination): Promise<PostedRun> {
  const response = await fetch(`${ingestUrl}/v1/runs?${queryOf(run)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": run.key },
    body: run.format === "jtl" ? writeJtl(run.scenario) : writeK6(run.scenario),
  });
  const body: unknown = await response.json();
  if (response.ok) {
    return { answer: runAnswer.parse(body), replayed: response.headers.has("idempotency-replayed") };
  }
  const said = problem.safeParse(body);
  throw new Error(
    said.success ? `${said.data.code}: ${said.data.detail}` : `the server responded with ${response.status}`,
  );
}

function queryOf(run: SimulatedRun): string {
  const query = new URLSearchParams({
    service: run.service,
    experiment: run.experiment,
    run: run.key,
    commit: run.commit,
    branch: run.branch,
    notes: run.notes,
    environment: "simulated",
    label: "data=simulated",
  });
  for (const target of run.targets) query.append("target", target);
  return query.toString();
}

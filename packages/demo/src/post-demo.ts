import { createHash } from "node:crypto";
import { problem, runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import type { DemoExperiment, DemoRun } from "./demo-run.ts";

export interface Destination {
  ingestUrl: string;
  /** With the scope ingest. */
  ingestToken: string;
  /** With the scope read. */
  readToken: string;
  /** With the scope manage. */
  manageToken: string;
  /** Of the member who accepts the demo's risks. */
  ownerEmail: string;
  /** How requests get there, if not through the network. */
  fetch?: typeof fetch;
  /** Uploads with another one aren't repeats of each other. */
  salt?: string;
}

/** What the server says about a request that failed. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface PostedRun {
  run: Pick<RunAnswer["run"], "id" | "url">;
  verdict: RunAnswer["verdict"];
  /** It already existed. */
  replayed: boolean;
}

/** No more than this: a repeated answer can be from an earlier version. */
const postedRun = runAnswer
  .pick({ verdict: true })
  .extend({ run: runAnswer.shape.run.pick({ id: true, url: true }).strip() })
  .strip();

export async function saveExperiment(experiment: DemoExperiment, to: Destination): Promise<void> {
  const url = `${to.ingestUrl}/v1/experiments`;
  await ask(url, { method: "PUT", token: to.manageToken, body: JSON.stringify(experiment) }, to);
}

/** Uploads a run and its events like any user, and sets it aside. Sending them again adds nothing. */
export async function postRun(run: DemoRun, file: string, to: Destination): Promise<PostedRun> {
  const { ingestUrl, ingestToken, salt = "" } = to;
  const query = queryOf(run);
  const key = createHash("sha256").update(salt).update(query).update(file).digest("hex");
  const access = { method: "POST", token: ingestToken } as const;
  const response = await ask(`${ingestUrl}/v1/runs?${query}`, { ...access, body: file, key }, to);
  const posted = postedRun.parse(await response.json());
  if (run.events.length > 0) {
    const body = JSON.stringify(run.events);
    await ask(`${ingestUrl}/v1/runs/${posted.run.id}/events`, { ...access, body }, to);
  }
  if (run.setAside !== undefined) {
    const body = JSON.stringify({ reason: run.setAside });
    const aside = `${ingestUrl}/v1/runs/${posted.run.id}/aside`;
    await ask(aside, { method: "PUT", token: to.manageToken, body }, to);
  }
  return { ...posted, replayed: response.headers.has("idempotency-replayed") };
}

interface Asked {
  method: "GET" | "POST" | "PUT" | "PATCH";
  token: string;
  body?: string;
  /** An idempotency key. */
  key?: string;
  /** The code of an error that is no failure: what was asked for is already there. */
  unless?: string;
}

/** Asks the API like any client. Fails with what the server says. */
export async function ask(
  url: string,
  { method, token, body, key, unless }: Asked,
  { fetch: send = fetch }: Pick<Destination, "fetch">,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  const response = await send(url, { method, headers, ...(body === undefined ? {} : { body }) });
  if (response.ok) return response;
  const said = problem.safeParse(await response.json());
  if (said.success && said.data.code === unless) return response;
  throw new RefusedRequest(
    response.status,
    said.success ? `${said.data.code}: ${said.data.detail}` : `the server responded with ${response.status}`,
  );
}

function queryOf({ service, experiment, key, data, details, configuration, targets }: DemoRun): string {
  // Nights of six weeks ago come before those of last week.
  const query = new URLSearchParams({ service, experiment, run: key, archive: "true", ...details });
  if (data === "simulated") query.set("simulated", "true");
  for (const [name, value] of Object.entries({ data, ...configuration }))
    query.append("configuration", `${name}=${value}`);
  for (const target of targets) query.append("target", target);
  return query.toString();
}

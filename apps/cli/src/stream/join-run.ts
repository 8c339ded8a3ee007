import { createHash } from "node:crypto";
import { HeadroomError } from "@headroom/core";
import type { LiveState } from "@headroom/contract";
import type { Client } from "../http/client.ts";
import { liveQuery } from "../upload/query.ts";
import { openRun, stateOf } from "../upload/send-cells.ts";
import type { StreamArguments } from "./arguments.ts";

export interface Joining {
  client: Client;
  given: StreamArguments;
  originSecond: number;
  /** Of the file. */
  identity: string;
  /** Makes it another run, although the file is the same. */
  salt: string;
  /** What was sent before isn't what the file has, or was closed: send everything again. */
  anew: boolean;
}

/** Where a stream goes, and from where on. */
export interface JoinedRun {
  runId: string;
  url: string;
  writer: string;
  attempt: string;
  /** The server has the batches up to this one; 0: none. */
  counted: number;
  originSecond: number;
}

/** Opens a run, or finds the one that an earlier command opened for the same file with the same options. */
export async function joinRun(joining: Joining): Promise<JoinedRun> {
  const { client, given, originSecond, identity } = joining;
  const { writer, parameters } = given;
  const key = createHash("sha256")
    .update(JSON.stringify(["stream", identity, joining.salt, writer, parameters]))
    .digest("hex");
  const run = parameters.run ?? `stream ${key.slice(0, 16)}`;
  const query = `${liveQuery({ ...parameters, run })}&origin=${originSecond}`;
  const opened = await openRun(client, query, `cli-${key}`);
  const { id: runId, url } = opened.run;
  const { writers, origin, state } = await stateOf(client, runId);
  const known = writers.find((one) => one.writer === writer);
  const place = placeIn(known, joining);
  // The request above finds a closed run and leaves it closed.
  if (place.counted === 0 && state !== "open") await openRun(client, query, null);
  return { runId, url, writer, ...place, originSecond: origin ?? originSecond };
}

/** An attempt is named after the file and numbered: a later one replaces what earlier ones sent. */
function placeIn(
  known: LiveState["writers"][number] | undefined,
  { identity, salt, anew, given }: Joining,
): { attempt: string; counted: number } {
  const first = { attempt: `${identity}.1`, counted: 0 };
  if (known === undefined) return first;
  const [file, number = ""] = known.attempt.split(".");
  if (file !== identity) {
    if (salt !== "") return first;
    throw new HeadroomError(
      "conflict",
      `The run already has results from another file under the writer name "${given.writer}".`,
      {
        field: "run",
        hint: "Name this one with --writer, or replace what the other file brought with --again.",
      },
    );
  }
  if (anew || known.state === "interrupted")
    return { attempt: `${identity}.${Number(number) + 1}`, counted: 0 };
  return { attempt: known.attempt, counted: known.sequence };
}

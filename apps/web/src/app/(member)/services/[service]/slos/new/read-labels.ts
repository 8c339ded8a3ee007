import { HOUR_MILLIS } from "@headroom/core";
import "server-only";
import { orNotFound, serverCaller } from "../../../../../../server/server-caller.ts";

/** The labels that a service had in the last hour, busiest first. */
export async function readLabels(service: string): Promise<{ name: string; labels: string[] }> {
  const now = Date.now();
  const range = { from: new Date(now - HOUR_MILLIS).toISOString(), to: new Date(now).toISOString() };
  const caller = await serverCaller();
  const traffic = await orNotFound(caller.service.traffic({ service, ...range, label: null }));
  return { name: traffic.name, labels: traffic.labels.map(({ label }) => label) };
}

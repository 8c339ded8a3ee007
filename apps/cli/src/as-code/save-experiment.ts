import { isHeadroomError } from "@headroom/core";
import type { AsCode, ExperimentAsCode } from "@headroom/contract";
import type { Client } from "../http/client.ts";

/** An experiment as its file states it. */
export interface StatedExperiment {
  service: AsCode["service"];
  name: string;
  experiment: ExperimentAsCode;
}

/**
 * Makes the experiment what its file says. A token that may only upload can't: then only the targets count, which the upload
 * sends, and `warn` gets the rest.
 */
export async function saveExperiment(
  client: Client,
  { service, name, experiment }: StatedExperiment,
  warn: (words: string) => void,
): Promise<void> {
  const { workload, ...about } = experiment;
  const stated = JSON.stringify({ service, experiment: name, ...about, ...workload });
  try {
    await client.send({ method: "PUT", path: "/v1/experiments", body: () => Buffer.from(stated) });
  } catch (error) {
    if (!isHeadroomError(error, "scope-missing")) throw error;
    const keys = Object.keys({ ...about, ...workload }).filter((key) => key !== "targets");
    if (keys.length > 0)
      warn(`Only the targets were applied. Use a token with the scope manage to apply ${keys.join(", ")}.`);
  }
}

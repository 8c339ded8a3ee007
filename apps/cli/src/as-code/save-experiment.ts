import { basename, isAbsolute } from "node:path";
import { isHeadroomError } from "@headroom/core";
import { savedExperimentAnswer } from "@headroom/contract";
import type { AsCode, ExperimentAsCode } from "@headroom/contract";
import type { Client } from "../http/client.ts";
import { readAnswer } from "../http/read-answer.ts";

/** An experiment as its file states it. */
export interface StatedExperiment {
  service: AsCode["service"];
  name: string;
  experiment: ExperimentAsCode;
  /** As it was given. */
  path: string;
}

interface Saving {
  client: Client;
  stated: StatedExperiment;
  /** What the run is of. */
  commit: { branch?: string | undefined; commit?: string | undefined };
  warn: (words: string) => void;
}

/**
 * Makes the experiment what its file says. A token that may only upload can't, and another branch than the default one
 * doesn't: then only the targets count, which the upload sends, and `warn` gets the rest.
 */
export async function saveExperiment({ client, stated, commit, warn }: Saving): Promise<void> {
  const { service, name, experiment, path } = stated;
  const { workload, ...about } = experiment;
  // Where the file is on this machine is nobody else's business.
  const statedIn = { file: isAbsolute(path) ? basename(path) : path, ...commit };
  const body = JSON.stringify({ service, experiment: name, ...about, ...workload, statedIn });
  try {
    const { applied, replaced } = readAnswer(
      savedExperimentAnswer,
      await client.send({ method: "PUT", path: "/v1/experiments", body: () => Buffer.from(body) }),
    );
    if (!applied)
      warn(
        `${commit.branch} isn't the experiment's default branch, so the experiment stays as it is. The file's targets judge this run only.`,
      );
    if (replaced.length > 0) warn(`${path} replaced what was changed on the page: ${replaced.join(", ")}.`);
  } catch (error) {
    if (!isHeadroomError(error, "scope-missing")) throw error;
    const keys = Object.keys({ ...about, ...workload }).filter((key) => key !== "targets");
    if (keys.length > 0)
      warn(`Only the targets were applied. Use a token with the scope manage to apply ${keys.join(", ")}.`);
  }
}

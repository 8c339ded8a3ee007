import { z } from "zod";
import { REMOVE_RAW_FILE, REPARSE_RUN, workReparse, type JobHandlers } from "@headroom/services";
import type { Deps } from "../deps.ts";
import type { RawFileStore } from "../raw-files/store.ts";
import { openKeptSource } from "./open-kept-source.ts";

export type JobDeps = Pick<
  Deps,
  "services" | "uploads" | "parsers" | "rawFiles" | "bodyLimits" | "importLimits" | "webUrl"
>;

/** What this process can do of the jobs. Where it has no store, those that need one wait for a process that has. */
export function jobHandlers(deps: JobDeps): JobHandlers {
  const { rawFiles } = deps;
  return rawFiles === null ? {} : handlersWith(rawFiles, deps);
}

const removal = z.object({ key: z.string() });

function handlersWith(
  store: RawFileStore,
  { services, uploads, parsers, bodyLimits, importLimits: limits, webUrl }: JobDeps,
): JobHandlers {
  return {
    async [REMOVE_RAW_FILE]({ payload }) {
      await store.remove(removal.parse(payload).key);
    },
    async [REPARSE_RUN](job) {
      const openFile = openKeptSource({ store, parsers, bodyLimits });
      await workReparse({ services, uploads, job, openFile, limits, webUrl });
    },
  };
}

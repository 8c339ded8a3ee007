import { HeadroomError, reasonWords } from "@headroom/core";
import { runListParameters, slugOf } from "@headroom/contract";
import type { ListedRun, RunList } from "@headroom/contract";
import { readListedRuns } from "@headroom/db";
import type { ListedRunRead, ListedRunsInput } from "@headroom/db";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { onlyServiceOf, requireScope } from "../../scope.ts";
import { flawOf } from "../record/baseline-flaw.ts";
import { runUrl } from "../record/run-url.ts";

/** The response of `GET /v1/runs`: published runs that match all of what is given. */
export async function listRuns({
  ctx,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  input: { parameters: unknown; webUrl: string };
}): Promise<RunList> {
  requireScope(ctx, "read");
  const { service, experiment, branch, commit, environment, limit, cursor } = parseInput(
    runListParameters,
    parameters,
  );
  const filter: ListedRunsInput = {
    serviceId: onlyServiceOf(ctx.actor),
    // One more shows whether there is another page.
    limit: limit + 1,
    ...(service === undefined ? {} : { serviceSlug: slugOf(service, "service") }),
    ...(experiment === undefined ? {} : { experimentSlug: slugOf(experiment, "experiment") }),
    ...(branch === undefined ? {} : { branches: [branch] }),
    ...(commit === undefined ? {} : { commits: commit }),
    ...(environment === undefined ? {} : { environment }),
    ...(cursor === undefined ? {} : { before: readCursor(cursor) }),
  };
  const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => readListedRuns(tx, filter));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map((run) => toListed(run, webUrl)),
    next: found.length > limit && last !== undefined ? writeCursor(last) : null,
  };
}

function toListed(run: ListedRunRead, webUrl: string): ListedRun {
  const { id, number, status, commit, branch, environment, verdict, outcome, isBaseline, setAside } = run;
  const flaw = flawOf(run);
  return {
    id,
    url: runUrl(webUrl, id),
    number,
    service: { slug: run.serviceSlug, name: run.serviceName },
    experiment: { slug: run.experimentSlug, name: run.experimentName },
    status,
    tool: run.tool ?? "unknown",
    startedAt: run.startedAt?.toISOString() ?? null,
    publishedAt: run.publishedAt.toISOString(),
    commit,
    branch,
    environment,
    verdict,
    outcome,
    isBaseline,
    flaw: flaw === null ? null : reasonWords([flaw.reason]),
    setAside,
  };
}

function writeCursor({ publishedAt, number, id }: ListedRunRead): string {
  return Buffer.from(`${publishedAt.getTime()}:${number}:${id}`).toString("base64url");
}

function readCursor(cursor: string): { publishedAt: Date; number: number; id: string } {
  const [, millis, number, id] =
    /^(\d{1,15}):(\d{1,9}):(.{36})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id !== undefined && z.uuid().safeParse(id).success)
    return { publishedAt: new Date(Number(millis)), number: Number(number), id };
  throw new HeadroomError("parameter-unreadable", "The cursor is invalid.", {
    field: "cursor",
    hint: "Use `next` from the previous page, or leave it out for the first page.",
  });
}

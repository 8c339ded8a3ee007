import { groupSentence, HeadroomError } from "@headroom/core";
import { experimentListParameters, slugOf } from "@headroom/contract";
import type { ExperimentList, ListedExperiment } from "@headroom/contract";
import type { CatalogEntry } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { runUrl } from "../run/record/run-url.ts";
import { requireScope } from "../scope.ts";
import { listCatalog } from "../catalog/list.ts";

/** The response of `GET /v1/experiments`. In order of names, so that a run that arrives between two pages moves none of them. */
export async function listExperiments({
  ctx,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  input: { parameters: unknown; webUrl: string };
}): Promise<ExperimentList> {
  requireScope(ctx, "read");
  const { service, limit, cursor, ...filter } = parseInput(experimentListParameters, parameters);
  const skip = cursor === undefined ? 0 : readCursor(cursor);
  const serviceSlug = service === undefined ? undefined : slugOf(service, "service");
  const given = { ...filter, serviceSlug, skip, limit, sort: "name" as const };
  const { experiments, total, groups } = await listCatalog({ ctx, input: given });
  const after = skip + experiments.length;
  return {
    experiments: experiments.map((entry) => toListed(entry, webUrl)),
    groups: groups.map(({ service: { slug, name }, group, counts, heldPerSecond }) => {
      const sentence = groupSentence({ counts, heldPerSecond });
      return { service: { slug, name }, group, outcomes: counts, heldPerSecond, sentence };
    }),
    total,
    next: experiments.length > 0 && after < total ? writeCursor(after) : null,
  };
}

function toListed(entry: CatalogEntry, webUrl: string): ListedExperiment {
  const { id, slug, name, service, groupName, tags, owner, representsPeak, constantLoad } = entry;
  return {
    id,
    url: `${webUrl}/experiments/${id}`,
    slug,
    name,
    tags,
    owner,
    representsPeak,
    constantLoad,
    service: { slug: service.slug, name: service.name },
    group: groupName,
    testedCapacity: entry.testedCapacity,
    expectedRequests: entry.expectedRequests,
    runs: entry.runsTotal,
    latest: toLatest(entry, webUrl),
  };
}

function toLatest({ latest, recentRuns: [run] }: CatalogEntry, webUrl: string): ListedExperiment["latest"] {
  if (run === undefined) return null;
  const { id, number, status, verdict, outcome, requests, throughput, errorRate, errorsAtLeast } = run;
  const { p50Ms, p95Ms, p99Ms, p99RangeMs } = run;
  return {
    id,
    url: runUrl(webUrl, id),
    number,
    status,
    verdict,
    outcome,
    tool: run.tool ?? "unknown",
    ranAt: run.ranAt.toISOString(),
    requests,
    throughput,
    errorRate,
    errorsAtLeast,
    p50Ms,
    p95Ms,
    p99Ms,
    p99RangeMs,
    commit: latest?.commit ?? null,
    environment: latest?.environment ?? null,
    grade: latest?.grade ?? null,
    targets: latest?.targets ?? [],
  };
}

function writeCursor(skip: number): string {
  return Buffer.from(`after:${skip}`).toString("base64url");
}

function readCursor(cursor: string): number {
  const [, skip] = /^after:(\d{1,6})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (skip !== undefined) return Number(skip);
  throw new HeadroomError("parameter-unreadable", "The cursor is invalid.", {
    field: "cursor",
    hint: "Use `next` from the previous page, or leave it out for the first page.",
  });
}

import type { JudgedSide, ShareSubject } from "@headroom/contract";
import {
  createShare,
  getSharedComparison,
  getSharedStatistics,
  nameShared,
  openShare,
} from "@headroom/services";
import type { ShareContext } from "@headroom/services";
import { TEST_WEB_URL as webUrl } from "@headroom/services/testing";
import type { Importing } from "@headroom/services/testing";
import { statisticsByRun } from "../../features/comparison/view/statistics-by-run.ts";
import { TEST_SECRET } from "./stub-env.ts";

/** Somebody who opened a link to a run, or to something else. */
export async function openAsGuest(world: Importing, shown: string | ShareSubject): Promise<ShareContext> {
  const subject = typeof shown === "string" ? ({ kind: "run", runId: shown } as const) : shown;
  const { path } = await createShare({ ctx: world.home.owner, input: { subject } });
  const secret = path.slice("/share/".length);
  const input = { secret, proof: null, signingSecret: Buffer.from(TEST_SECRET), counted: false };
  const opened = await openShare({ services: world.test.services, input });
  if (opened.state !== "open") throw new Error("the link is locked");
  return opened.ctx;
}

/** All that a guest sees of a shared pair. */
export async function readSharedPair(
  ctx: ShareContext,
  input: { reference: string; judged: JudgedSide | null },
) {
  const name = await nameShared({ ctx });
  if (name === null) throw new Error("the link shows nothing");
  const comparison = await getSharedComparison({ ctx, input: { ...input, labels: 0, webUrl } });
  return { name, comparison, statistics: statisticsByRun(await getSharedStatistics({ ctx, input })) };
}

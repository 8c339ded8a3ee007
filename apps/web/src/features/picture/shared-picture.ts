import "server-only";
import { join } from "node:path";
import { isHeadroomError } from "@headroom/core";
import {
  getSharedComparison,
  getSharedRun,
  getSharedStatistics,
  nameShared,
  openShare,
  watchSharedPeakDay,
} from "@headroom/services";
import type { OpenedShare, ShareName } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { secret as signingSecret } from "../../server/secret.ts";
import { services } from "../../server/services.ts";
import { SharedReads } from "../../server/shared-reads.ts";
import { readSharedRounds } from "../comparison/rounds/read-shared-rounds.ts";
import { statisticsByRun } from "../comparison/view/statistics-by-run.ts";
import { readSharedGameday } from "../gameday/read-shared-gameday.ts";
import { readShared } from "../readiness/read-shared.ts";
import { PictureMaker } from "./draw/render-picture.ts";
import { NAMELESS } from "./picture-words.ts";
import type { PictureWords } from "./picture-words.ts";
import { comparisonWords } from "./words/comparison-words.ts";
import { gamedayWords } from "./words/gameday-words.ts";
import { peakDayWords } from "./words/peak-day-words.ts";
import { roundsPictureWords } from "./words/rounds-words.ts";
import { readinessWords } from "./words/readiness-words.ts";
import { runWords } from "./words/run-words.ts";

/** A link is posted once and fetched by everyone's client: its picture is drawn once a minute at most. */
const PICTURE_SECONDS = 60;

// Next starts the server in the folder of the app.
const maker = new PictureMaker(join(process.cwd(), "fonts"));
const pictures = new SharedReads<Buffer>(PICTURE_SECONDS * 1_000);

type Opened = Extract<OpenedShare, { state: "open" }>;

/**
 * The preview picture of a link. Previews have no passphrase, so a locked link gets the same picture as one that
 * doesn't work. The link is checked each time, however new its picture is.
 */
export async function sharedPicture(secret: string): Promise<Buffer> {
  const shared = await openedOf(secret);
  if (shared === null) return pictures.read("nameless", () => maker.make(NAMELESS));
  const { workspaceId, actor } = shared.ctx;
  return pictures.read(`${workspaceId} ${actor.id}`, async () => maker.make(await wordsOf(shared)));
}

async function openedOf(secret: string): Promise<Opened | null> {
  const input = { secret, proof: null, signingSecret: signingSecret(), counted: false };
  const shared = await orNull(openShare({ services: services(), input }));
  return shared === null || shared.state === "locked" ? null : shared;
}

async function wordsOf(shared: Opened): Promise<PictureWords> {
  const name = await nameShared({ ctx: shared.ctx });
  return (name === null ? null : await orNull(readWords(shared, name))) ?? NAMELESS;
}

async function readWords({ ctx, subject }: Opened, name: ShareName): Promise<PictureWords> {
  const webUrl = env().HEADROOM_WEB_URL;
  const now = services().clock();
  switch (subject.kind) {
    case "run":
      return runWords(await getSharedRun({ ctx, input: { runId: subject.runId, webUrl } }), name, now);
    case "comparison": {
      const { reference, judged, positions } = subject;
      const [comparison, found] = await Promise.all([
        getSharedComparison({ ctx, input: { reference, judged, labels: 0, webUrl } }),
        getSharedStatistics({ ctx, input: { reference, judged } }),
      ]);
      return comparisonWords({ comparison, positions, statistics: statisticsByRun(found) }, name, now);
    }
    case "rounds":
      return roundsPictureWords(await readSharedRounds(ctx), name);
    case "peak-day":
      return peakDayWords(
        await watchSharedPeakDay({ ctx, input: { webUrl, keepDays: trafficKeptFor(env()) } }),
        name,
      );
    case "readiness":
      return readinessWords(await readShared(ctx), name);
    case "gameday":
      return gamedayWords(await readSharedGameday(ctx), name);
  }
}

/** Revoked, expired, or what it showed has been deleted. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}

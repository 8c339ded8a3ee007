import type { ShareSubject } from "@headroom/contract";
import { randomBytes } from "node:crypto";
import type { Context } from "../context.ts";
import { Importing } from "./index.ts";
import { createShare } from "../share/create.ts";
import { listShares } from "../share/list.ts";
import { openShare } from "../share/open.ts";
import type { ShareContext } from "../share/share-context.ts";

type ShareInput = Partial<Parameters<typeof createShare>[0]["input"]>;

/** Three runs of a workspace, one of another, and the verbs of links upon them. */
export async function openShareWorld() {
  const world = await Importing.open();
  const { foreign } = world;
  const uploaded = [
    await world.upload({
      experiment: "Mix",
      notes: "for Ada",
      ci: "https://ci.example/7",
      price: "0.004 USD/s",
      configuration: ["memory=8 GB"],
      changed: "more memory",
    }),
    await world.upload({ experiment: "Mix" }),
    await world.upload({ experiment: "Other" }),
  ];
  const foreignRun = (await world.upload({ experiment: "Theirs" }, undefined, { ctx: foreign.owner })).answer
    .run.id;
  const runAt = (at: number) => uploaded[at]?.answer.run.id ?? "";
  const subjectOf = (at = 0): ShareSubject => ({ kind: "run", runId: runAt(at) });
  return { world, foreignRun, runAt, subjectOf, ...verbsOf(world, subjectOf) };
}

function verbsOf(world: Importing, subjectOf: (at?: number) => ShareSubject) {
  const signingSecret = randomBytes(32);
  const share = (input: ShareInput = {}, ctx = world.home.owner) =>
    createShare({ ctx, input: { subject: subjectOf(), ...input } });
  const secretOf = ({ path }: { path: string }) => path.slice("/share/".length);
  const open = (secret: string, proof: string | null = null, counted = true) =>
    openShare({ services: world.test.services, input: { secret, proof, signingSecret, counted } });
  const opened = async (input: ShareInput = {}): Promise<ShareContext> => {
    const found = await open(secretOf(await share(input)));
    if (found.state !== "open") throw new Error("the link is locked");
    return found.ctx;
  };
  const list = (subject: ShareSubject, ctx: Context = world.home.owner) =>
    listShares({ ctx, input: { subject } });
  return { signingSecret, share, secretOf, open, opened, list };
}

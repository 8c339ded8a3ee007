import { MIN_MISSING } from "../phase/phase-outages.ts";
import type { Span } from "../phase/phase-point.ts";
import { UNSENT_SHARE } from "../policy.ts";
import { parseTarget } from "../targets/target.ts";
import type { JudgedTarget, RunEvidence } from "./evidence.ts";
import type { Finding } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

/**
 * A service that was dead at the end, and stalls and partial hangs that held back so much of the load that the run can't say whether it holds,
 * whatever its targets are about. An outage says so itself.
 */
export function stallFindings(run: RunEvidence, targets: readonly JudgedTarget[]): Finding[] {
  const end = run.holes.find(({ shape }) => shape === "end");
  if (end !== undefined) {
    const { fromSeconds: before, toSeconds: after, unsent: limit = null } = end;
    return [makeFinding({ effect: "unsure", kind: "outage", code: "end", before, after, unit: "s", limit })];
  }
  return run.outage === null && !targets.some(isAsMeasured) ? heldBack(run) : [];
}

/** An outage that is nothing else than the dead end, which says more, isn't told a second time. */
export function outageBeyondEnd({ outage, holes }: RunEvidence): RunEvidence["outage"] {
  const end = holes.find(({ shape }) => shape === "end");
  if (end === undefined || outage?.code !== "none-succeeded") return outage;
  return outage.seconds - lengthOf(end) > 1 ? outage : null;
}

/** Less than that leaves nothing unsure, but some users hung, so it is said. */
function heldBack({ holes, hangs, requests }: RunEvidence): Finding[] {
  const stalls = holes.filter(({ shape, unsent = 0 }) => shape === "stall" && unsent >= MIN_MISSING);
  const found = [
    ...stalls.map((hole) => ({ ...hole, code: "stall" })),
    ...hangs.map((hang) => ({ ...hang, code: "partial-hang" })),
  ];
  const [longest] = found.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const unsent = found.reduce((sum, one) => sum + (one.unsent ?? 0), 0);
  if (longest === undefined || requests === null) return [];
  const share = unsent / (requests + unsent);
  if (share < UNSENT_SHARE && hangs.length === 0) return [];
  const { code, fromSeconds: before, toSeconds: after } = longest;
  const figures = { before, after, unit: "s", ratio: share, limit: unsent };
  const effect = share < UNSENT_SHARE ? "note" : "unsure";
  return [makeFinding({ effect, kind: "outage", code, ...figures })];
}

function lengthOf({ fromSeconds, toSeconds }: Span): number {
  return toSeconds - fromSeconds;
}

/** A target that is judged as measured says that the pause was planned. */
function isAsMeasured({ text }: JudgedTarget): boolean {
  const parsed = parseTarget(text);
  return parsed.ok && parsed.target.asMeasured === true;
}

import type { LikenessAnswer } from "@headroom/contract";
import { textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { REPRESENTATIVE_WORDS } from "./prepare-likeness.ts";
import { FIRST_VIEW, runAddress } from "../view/search-params.ts";

/** Whether a run was like live traffic, in a line; nothing where there is none to compare with. */
export function LikenessLine({ likeness }: { likeness: LikenessAnswer | null }) {
  if (likeness === null || likeness.window === null) return null;
  const { run, representative, checks } = likeness;
  const differing = checks.filter(({ state }) => state === "far" || state === "apart");
  return (
    <p className="mt-5 max-w-[90ch] text-13 text-ink-2">
      <b className="font-semibold text-ink">
        Run {run.number}: {REPRESENTATIVE_WORDS[representative]}
      </b>{" "}
      {differing.map(({ words }) => words).join(" ")}{" "}
      <AppLink href={runAddress(run.id, { ...FIRST_VIEW, tab: "likeness" })} className={textLinkClass}>
        Compare with live traffic
      </AppLink>
    </p>
  );
}

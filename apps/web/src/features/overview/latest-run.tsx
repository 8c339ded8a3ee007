import { VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import type { LatestLine } from "./prepare-latest.ts";

/** The latest run, where somebody who has just uploaded one finds it. */
export function LatestRun({ latest }: { latest: LatestLine | null }) {
  if (latest === null) return null;
  const { state, ofSome, name, href, service, age } = latest;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-ink-2">
      Latest run
      <VerdictPill state={state} ofSome={ofSome} />
      <AppLink href={href} className="font-semibold wrap-anywhere text-ink hover:underline">
        <bdi>{name}</bdi>
      </AppLink>
      <span className="text-12 wrap-anywhere text-ink-3">
        <bdi>{service}</bdi>, {age}
      </span>
    </p>
  );
}

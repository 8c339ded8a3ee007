import clsx from "clsx";
import type { ReadinessReport } from "@headroom/contract";
import { Icon } from "@headroom/ui";
import { readinessAddress } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { VERDICTS } from "./prepare-readiness.ts";

interface DayVerdictProps {
  id: string;
  /** Null: the day is over, and its report says how it went. */
  verdict: ReadinessReport["verdict"] | null;
}

/** Whether a peak day is ready, with a link to the report that says why. */
export function DayVerdict({ id, verdict }: DayVerdictProps) {
  const look = verdict === null ? null : VERDICTS[verdict];
  return (
    <AppLink
      href={readinessAddress(id)}
      className={clsx("inline-flex items-center gap-1.5 hover:underline", look?.ink ?? "text-ink-2")}
    >
      {look === null ? (
        "Report"
      ) : (
        <>
          <Icon name={look.icon} />
          {look.word}
        </>
      )}
    </AppLink>
  );
}

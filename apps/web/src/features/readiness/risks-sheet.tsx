import type { AcceptedRiskAnswer, ReadinessReport } from "@headroom/contract";
import { Icon, Sheet, SheetNote, SheetSection, SheetTitle, Tag } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { AcceptRisk } from "./accept-risk.tsx";
import { missText } from "../peak-day/day-words.ts";
import { acceptedRemovalsOf, openRisksOf } from "./prepare-risks.ts";
import type { OpenRisk } from "./prepare-risks.ts";
import { RevokeRisk } from "./revoke-risk.tsx";
import { withSigns } from "../delta/threshold-text.ts";

interface RisksSheetProps {
  report: ReadinessReport;
  timeZone: string;
  mayEdit: boolean;
}

/** Missed targets and removed experiments: those that nobody accepts, those that members accept, and what was accepted until lately. */
export function RisksSheet({ report, timeZone, mayEdit }: RisksSheetProps) {
  const open = openRisksOf(report);
  const removals = acceptedRemovalsOf(report);
  if (open.length + removals.length + report.risks.length === 0) return null;
  const { endsAt, timeZone: dayZone } = report.peakDay;
  return (
    <Sheet label="Accepted risks" className="mt-5">
      <SheetSection>
        <SheetTitle>Accepted risks</SheetTitle>
      </SheetSection>
      {open.map((one) => (
        <SheetSection key={Object.values(one.of).join(" ")}>
          <Open one={one} />
          {mayEdit ? <AcceptRisk risk={one} {...{ endsAt, now: report.now, timeZone: dayZone }} /> : null}
        </SheetSection>
      ))}
      {removals.map((removal) => (
        <SheetSection key={removal.id}>
          <Accepted
            risk={{ ...removal, revokedAt: null }}
            timeZone={timeZone}
            mayEdit={mayEdit}
            words={removal.words}
            what="removed"
            covers={`That ${removal.experiment.name} no longer represents the peak`}
          />
        </SheetSection>
      ))}
      {report.risks.map((risk) => (
        <SheetSection key={risk.id}>
          <Accepted
            risk={risk}
            timeZone={timeZone}
            mayEdit={mayEdit}
            words={`run ${risk.run.number} missed ${missText(risk)}`}
            what={withSigns(risk.target)}
            covers={`The miss of ${withSigns(risk.target)}`}
          />
        </SheetSection>
      ))}
      <SheetNote>
        An accepted miss covers misses of the same target that are at most as large. An accepted risk ends on
        its date, or when someone revokes it, and then no longer counts.
      </SheetNote>
    </Sheet>
  );
}

function Open({ one }: { one: OpenRisk }) {
  return (
    <p className="flex gap-2 text-14 wrap-anywhere">
      <Icon name="warning" className="mt-0.5 text-unsure" />
      <span className="min-w-0">
        <b className="font-semibold">{one.experiment}:</b> {one.words} Nobody has accepted this.
      </span>
    </p>
  );
}

const ENDED = { expired: "Expired", revoked: "Revoked" } as const;

interface AcceptedProps extends Omit<RisksSheetProps, "report"> {
  risk: Pick<
    AcceptedRiskAnswer,
    "id" | "experiment" | "reason" | "acceptedBy" | "acceptedAt" | "until" | "state" | "revokedAt"
  >;
  /** After the experiment's name. */
  words: string;
  /** Of the experiment: "p99 ≤ 200 ms". */
  what: string;
  /** What is accepted, as the start of a sentence. */
  covers: string;
}

function Accepted({ risk, timeZone, mayEdit, words, what, covers }: AcceptedProps) {
  const { experiment, reason, acceptedBy, acceptedAt, until, state, revokedAt } = risk;
  const isActive = state === "active";
  return (
    <div className={isActive ? "" : "text-ink-3"}>
      <p className="flex flex-wrap items-center gap-2 text-14 wrap-anywhere">
        <span>
          <b className="font-semibold">{experiment.name}:</b> {words}
        </span>
        {isActive ? null : <Tag>{ENDED[state]}</Tag>}
      </p>
      <blockquote
        className={`mt-2 border-l-2 border-line-strong pl-3 text-14 wrap-anywhere ${isActive ? "text-ink-2" : ""}`}
      >
        {reason}
      </blockquote>
      <p className="mt-2 text-13 text-ink-3">
        Accepted by <bdi>{acceptedBy}</bdi> on <ViewerTime from={acceptedAt} timeZone={timeZone} />
        {revokedAt === null ? ", until " : ". Revoked "}
        <ViewerTime from={revokedAt ?? until} timeZone={timeZone} />
        {isActive ? "" : ". It no longer counts."}
      </p>
      {isActive && mayEdit ? <RevokeRisk risk={risk} what={what} covers={covers} /> : null}
    </div>
  );
}

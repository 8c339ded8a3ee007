import clsx from "clsx";
import type { ReadinessChanges, ReadinessReport } from "@headroom/contract";
import {
  FigureStrip,
  Icon,
  Notice,
  PageHead,
  Sheet,
  SheetNote,
  SheetSection,
  SheetTitle,
  Tag,
  formatCount,
} from "@headroom/ui";
import { planGamedayAddress } from "../gameday/addresses.ts";
import { peakDayAddress } from "../peak-day/addresses.ts";
import { RunningNotice } from "../peak-day/running-notice.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { ActionsSheet } from "./actions-sheet.tsx";
import { EvidenceSheet } from "./evidence-sheet.tsx";
import { ForecastSheet } from "./forecast-sheet.tsx";
import { HeadroomBar } from "./headroom-bar.tsx";
import { MemberLink } from "../shell/member-link.tsx";
import { ReadAgainWhile } from "../shell/read-again.tsx";
import { ReconciledSheet } from "./reconciled-sheet.tsx";
import { RehearsalSheet } from "./rehearsal-sheet.tsx";
import { RisksSheet } from "./risks-sheet.tsx";
import { answerOf, isAboutDay, saidBefore } from "./prepare-answer.ts";
import { countdownText, figuresOf, isBeingJudged, reasonsBeside, VERDICTS } from "./prepare-readiness.ts";
import { withSigns } from "../delta/threshold-text.ts";

interface ReadinessPageProps {
  report: ReadinessReport;
  /** Null: the first visit. */
  changes: ReadinessChanges | null;
  timeZone: string;
  reader: Reader;
}

/** Editors may change something; guests have a link, and nothing else to open. A frozen report counts nothing down. */
type Reader = "editor" | "viewer" | "guest" | "guest-of-frozen";

/** Whether a service is ready for a peak day: the verdict and why first, then the evidence. */
export function ReadinessPage({ report, changes, timeZone, reader }: ReadinessPageProps) {
  const mayEdit = reader === "editor";
  const guest = isGuest(reader);
  return (
    <>
      <Head report={report} timeZone={timeZone} reader={reader} />
      <ReadAgainWhile pending={reader !== "guest-of-frozen" && isBeingJudged(report)} />
      {report.phase === "during" && !guest ? <RunningNotice peakDayId={report.peakDay.id} /> : null}
      <Changes changes={changes} timeZone={timeZone} />
      <ReconciledSheet reconciled={report.reconciled} peakDay={report.peakDay} />
      {isAboutDay(report) ? (
        <>
          <SaidBefore report={report} timeZone={timeZone} />
          <FigureStrip label="Figures" cells={figuresOf(report)} />
          <HeadroomBar report={report} />
          <Turns report={report} timeZone={timeZone} />
          <ForecastSheet report={report} mayEdit={mayEdit} />
          <EvidenceSheet report={report} guest={guest} />
          <RisksSheet report={report} timeZone={timeZone} mayEdit={mayEdit && report.phase !== "after"} />
        </>
      ) : null}
      <ActionsSheet
        peakDayId={report.peakDay.id}
        actions={report.actions}
        timeZone={timeZone}
        mayEdit={mayEdit}
        guest={guest}
      />
      <RehearsalSheet
        rehearsals={report.rehearsals}
        gamedays={report.gamedays}
        planAddress={mayEdit && report.phase !== "after" ? planGamedayAddress(report) : null}
        timeZone={timeZone}
        guest={guest}
      />
      {report.phase === "after" ? null : <Rules report={report} />}
    </>
  );
}

function isGuest(reader: Reader): boolean {
  return reader === "guest" || reader === "guest-of-frozen";
}

interface Shown {
  report: ReadinessReport;
  timeZone: string;
}

function Head({ report, timeZone, reader }: Shown & { reader: Reader }) {
  const { peakDay, service, phase } = report;
  const reasons = phase === "after" ? [] : reasonsBeside(report);
  const guest = isGuest(reader);
  const { word, icon, ink, sentence } = answerOf(report);
  return (
    <PageHead
      eyebrow={
        <>
          <MemberLink guest={guest} href={`/services/${service.slug}`} className="hover:underline">
            <bdi>{service.name}</bdi>
          </MemberLink>
          <MemberLink
            guest={guest}
            href={peakDayAddress(peakDay.id)}
            className="font-medium text-ink hover:underline"
          >
            <bdi>{peakDay.name}</bdi>
          </MemberLink>
          <span>
            <ViewerTime from={peakDay.startsAt} timeZone={timeZone} />
          </span>
          {reader === "guest-of-frozen" ? null : <span>{countdownText(report)}</span>}
        </>
      }
      actions={
        reader === "editor" ? (
          <ShareButton
            subject={{ kind: "readiness", peakDayId: peakDay.id }}
            name={`the readiness of ${peakDay.name}`}
          />
        ) : null
      }
      sentence={
        <>
          <span className={`mb-2 flex items-center gap-3 text-32 wide:text-48 ${ink}`}>
            <Icon name={icon} className="size-8 wide:size-10" />
            {word}
          </span>
          {sentence}
        </>
      }
      meta={reasons.length === 0 ? null : <Reasons reasons={reasons} />}
    />
  );
}

/** The rest of the page is from the end of the day. */
function SaidBefore({ report, timeZone }: Shown) {
  const said = saidBefore(report);
  if (said === null) return null;
  return (
    <Sheet label="Before the day" className="mb-5">
      <SheetSection>
        <SheetTitle>Before the day</SheetTitle>
        <p className="mt-1.5 max-w-[90ch] text-14 text-ink-2">
          <b className="font-semibold text-ink">{said.word}.</b> {said.sentence}
        </p>
      </SheetSection>
      <SheetNote>
        What follows is as it was when the day ended, <ViewerTime from={said.at} timeZone={timeZone} />.
      </SheetNote>
    </Sheet>
  );
}

function Reasons({ reasons }: Pick<ReadinessReport, "reasons">) {
  return (
    <ul className="mt-3 flex flex-col gap-1.5 text-15 text-ink-2">
      {reasons.map(({ rule, experiment, words, level }) => (
        <li key={`${rule} ${experiment?.id ?? ""}`} className="flex gap-2">
          <Icon
            name={level === "not-ready" ? "none" : "warning"}
            className={level === "not-ready" ? "mt-1 text-bad" : "mt-1 text-unsure"}
          />
          <span className="min-w-0 wrap-anywhere">
            {experiment === null ? null : <b className="font-semibold text-ink">{experiment.name} </b>}
            {withSigns(words)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes, timeZone }: { changes: ReadinessChanges | null; timeZone: string }) {
  if (changes === null || changes.words.length === 0) return null;
  return (
    <Notice tone="neutral" title="Since your last visit" className="mb-5 print:hidden">
      <ViewerTime from={changes.since} timeZone={timeZone} />
      <ul className="mt-1 list-disc pl-4">
        {changes.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Turns({ report: { turnsGreen, turnsRed }, timeZone }: Shown) {
  if (turnsGreen.length === 0 && turnsRed.length === 0) return null;
  return (
    <Sheet label="What would change this" className="mt-5">
      {turnsGreen.length === 0 ? null : (
        <SheetSection>
          <SheetTitle>What would turn this green</SheetTitle>
          <ul className="mt-2 flex flex-col gap-1.5 text-14 text-ink-2">
            {turnsGreen.map((step) => (
              <li key={step} className="flex gap-2">
                <Icon name="met" className="mt-0.5 text-good" />
                {step}
              </li>
            ))}
          </ul>
        </SheetSection>
      )}
      {turnsRed.length === 0 ? null : (
        <SheetSection>
          <SheetTitle>What would turn this red</SheetTitle>
          <ul className="mt-2 flex flex-col gap-1.5 text-14 text-ink-2">
            {turnsRed.map(({ words, at }) => (
              <li key={words} className="flex gap-2">
                <Icon name="missed" className="mt-0.5 text-bad" />
                <span>
                  {words}
                  {at === null ? null : (
                    <>
                      {" on "}
                      <ViewerTime from={at} timeZone={timeZone} />.
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </SheetSection>
      )}
    </Sheet>
  );
}

function Rules({ report: { rules, reasons } }: Pick<Shown, "report">) {
  const applied = new Set<string>(reasons.map(({ rule }) => rule));
  const applying = rules.filter(({ rule }) => applied.has(rule)).length;
  return (
    <Sheet label="Rules" className="mt-5">
      <SheetSection>
        <SheetTitle>Rules</SheetTitle>
        <ul className="mt-2 flex flex-col gap-1 text-13 text-ink-2 print:text-12">
          {rules.map(({ rule, level, words }) => (
            <li
              key={rule}
              className={clsx("grid grid-cols-[4.5rem_1fr] gap-2", !applied.has(rule) && "print:hidden")}
            >
              <span className="text-ink-3">{VERDICTS[level].word}</span>
              <span>
                {words} {applied.has(rule) ? <Tag>applies</Tag> : null}
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
      <SheetNote>
        The worst rule that applies sets the status. If none applies, the day is ready.
        <span className="hidden print:inline">
          {" "}
          {formatCount(rules.length - applying)} of {formatCount(rules.length)} rules were checked and don't
          apply.
        </span>
      </SheetNote>
    </Sheet>
  );
}

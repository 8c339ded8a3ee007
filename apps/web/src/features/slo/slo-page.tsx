"use client";

import type { SloAlertAnswer, SloAnswer, SloReport } from "@headroom/contract";
import {
  CopyButton,
  FigureStrip,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetSection,
  SheetTitle,
  buttonClass,
  formatCount,
  sheetAnchor,
  textLinkClass,
} from "@headroom/ui";
import { useFeed } from "../../feed/use-feed.ts";
import { AppLink } from "../shell/app-link.tsx";
import { FeedNotice } from "../shell/feed-notice.tsx";
import { PageCommands } from "../shell/page-commands.ts";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { isNamedSimulated } from "../shell/simulated-words.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { sloAddress, sloFeed, slosAddress } from "./addresses.ts";
import { AlertSheet } from "./alert-sheet.tsx";
import { BurnTable } from "./burn-table.tsx";
import { chartInput, figuresOf } from "./prepare-slo.ts";
import { SloState } from "./slo-state.tsx";
import { nextStepOf, objectiveText, sentenceOf, unjudgedText } from "./slo-words.ts";
import { SPENT, SpentTable } from "./spent-table.tsx";
import type { WatchedSlo } from "./watch-slo.ts";
import dynamic from "next/dynamic";
import { ChartsSkeleton } from "../run/timeline/charts-skeleton.tsx";

interface SloPageProps {
  watched: WatchedSlo;
  alert: SloAlertAnswer;
  /** The same in YAML. */
  openSlo: string;
  timeZone: string;
  mayEdit: boolean;
  mayManage: boolean;
}

/** How an SLO is doing, and why. */
export function SloPage(props: SloPageProps) {
  const { watched: rendered, alert, openSlo, timeZone, mayEdit, mayManage } = props;
  const { view, link } = useFeed(rendered, sloFeed(rendered.slo.id));
  const { slo, report, alertState } = view;
  const { slug, name } = slo.service;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <AppLink href={slosAddress(slug)} className="hover:underline">
              <bdi>{name}</bdi>
            </AppLink>
            <b className="font-medium text-ink wrap-anywhere">
              <bdi>{slo.name}</bdi>
            </b>
            <SloState state={report.state} />
            {isNamedSimulated(name, report.simulated) ? null : <SimulatedTag simulated={report.simulated} />}
          </>
        }
        sentence={<Sentence {...sentenceOf(slo, report)} />}
        meta={<Meta slo={slo} report={report} timeZone={timeZone} />}
        actions={
          <>
            <PageCommands
              commands={[
                { title: `SLOs of ${slo.service.name}`, href: slosAddress(slug) },
                ...(mayEdit ? [{ title: `Edit ${slo.name}`, href: `${sloAddress(slug, slo.id)}/edit` }] : []),
              ]}
            />
            <CopyButton text={openSlo} label="Copy OpenSLO" />
            {mayEdit ? (
              <AppLink href={`${sloAddress(slug, slo.id)}/edit`} className={buttonClass()}>
                Edit
              </AppLink>
            ) : null}
          </>
        }
      />
      <FeedNotice link={link} what="SLO" />
      {report.state === "unsure" ? (
        <Notice tone="unsure" title="Some requests can't be judged" className="mb-5">
          {unjudgedText(slo)}
        </Notice>
      ) : null}
      <FigureStrip label="Figures" cells={figuresOf(slo, report)} />
      <BurnTable burnRates={report.burnRates} />
      {report.history.length === 0 ? null : (
        <Sheet label="Error budget over time" className="mt-5">
          <SheetSection className="flex min-w-0 flex-col">
            <SheetTitle>Error budget over the window</SheetTitle>
            <BudgetChart input={chartInput(slo, report, timeZone)} />
          </SheetSection>
        </Sheet>
      )}
      <SpentTable spent={report.spent} bad={report.bad} timeZone={timeZone} isOfLabel={slo.label !== null} />
      <AlertSheet sloId={slo.id} alert={{ ...alert, ...alertState }} {...{ timeZone, mayEdit, mayManage }} />
      <Earlier slo={slo} timeZone={timeZone} />
    </>
  );
}

interface Measured {
  slo: SloAnswer;
  report: SloReport;
  timeZone: string;
}

function Meta({ slo, report, timeZone }: Measured) {
  const next = nextStepOf(report);
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
      {next === null ? null : (
        <li className="w-full text-ink">
          Next step:{" "}
          {report.spent.length === 0 ? (
            next
          ) : (
            <a href={`#${sheetAnchor(SPENT)}`} className={textLinkClass}>
              {next}
            </a>
          )}
        </li>
      )}
      <li>{objectiveText(slo)}</li>
      {slo.label === null ? (
        <li>All requests</li>
      ) : (
        <li className="min-w-0">
          <bdi className="font-mono wrap-anywhere">{slo.label}</bdi>
        </li>
      )}
      <li>
        <ViewerTime from={report.from} to={report.at} timeZone={timeZone} />
      </li>
      {report.gapRequests === 0 ? null : (
        <li>{formatCount(report.gapRequests)} requests after gaps aren't judged</li>
      )}
      {report.maintenance.map(({ title, from, to, enteredLater }) => (
        <li key={`${from} ${title}`} className="wrap-anywhere">
          Without maintenance: <bdi>{title}</bdi>, <ViewerTime from={from} to={to} timeZone={timeZone} />
          {enteredLater ? ", entered after it began" : ""}
        </li>
      ))}
    </ul>
  );
}

function Earlier({ slo: { earlier }, timeZone }: Pick<Measured, "slo" | "timeZone">) {
  if (earlier.length === 0) return null;
  return (
    <Sheet label="Earlier objectives" className="mt-5">
      <SheetSection>
        <SheetTitle>Earlier objectives</SheetTitle>
        <ul className="mt-3 space-y-1 text-13">
          {earlier.map((one) => (
            <li key={one.until}>
              {objectiveText(one)}, <span className="text-ink-2">until </span>
              <ViewerTime from={one.until} timeZone={timeZone} />
            </li>
          ))}
        </ul>
        <p className="mt-3 text-12 text-ink-3">Requests are judged by the objective of their time.</p>
      </SheetSection>
    </Sheet>
  );
}

/** Charts load after the figures, into reserved space. */
const BudgetChart = dynamic(() => import("./budget-drawing.tsx").then((module) => module.BudgetDrawing), {
  ssr: false,
  loading: () => <ChartsSkeleton />,
});

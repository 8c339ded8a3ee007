import type { ReactNode } from "react";
import type { LikenessAnswer } from "@headroom/contract";
import type { ExperimentDetail, ExperimentRuns, RunReference } from "@headroom/services";
import {
  DataList,
  Icon,
  Muted,
  PageHead,
  Sheet,
  SheetSection,
  SheetTitle,
  VerdictPill,
  buttonClass,
  FigureStrip,
  Notice,
} from "@headroom/ui";
import { BadgeDialog } from "../badge/badge-dialog.tsx";
import { CompareButton } from "../run/compare/compare-button.tsx";
import { prepareCompare } from "../run/compare/prepare-compare.ts";
import { LikenessLine } from "../run/likeness-line.tsx";
import { RefreshWhile } from "../shell/refresh-while.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { DeleteExperiment } from "./delete-experiment.tsx";
import {
  prepareRunRows,
  prepareSparks,
  isProven,
  prepareStrip,
  prepareVersions,
  prepareWorkload,
} from "./prepare-experiment.ts";
import { prepareHead } from "./prepare-head.ts";
import { prepareStated } from "./prepare-stated.ts";
import { RunsSheet } from "./runs-sheet.tsx";
import { TargetsSheet } from "./targets-sheet.tsx";
import { TrendStrip } from "./trend-strip.tsx";
import type { StripCell } from "./prepare-experiment.ts";
import type { StatedFile } from "./prepare-stated.ts";

interface ExperimentPageProps {
  detail: ExperimentDetail;
  runs: ExperimentRuns;
  page: number;
  timeZone: string;
  webUrl: string;
  mayEdit: boolean;
  now: Date;
  /** Of the newest run; null: there is none. */
  likeness: LikenessAnswer | null;
  /** What the newest run is compared with; null: there is no run. */
  reference: RunReference | null;
  /** Runs that are being received. */
  running: ReactNode;
}

/** Verdict, what was proved, workload and targets, the last runs, all runs. */
export function ExperimentPage(props: ExperimentPageProps) {
  const { detail, runs, page, timeZone, webUrl, mayEdit, now, likeness, reference, running } = props;
  const head = prepareHead(detail);
  const presentVersion = detail.targetSets[0]?.version ?? null;
  const rows = prepareRunRows({
    runs: runs.runs,
    presentVersion,
    baselineId: detail.baseline?.id ?? null,
    now,
  });
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <VerdictPill state={head.state} size="head" />
            <RefreshWhile pending={rows.some(({ state }) => state === "pending")} />
          </>
        }
        sentence={
          <>
            <span dir="auto">{head.lead}</span> <Muted>{head.rest}</Muted>
          </>
        }
        meta={<Meta items={head.meta} />}
        actions={
          <>
            <CompareNewest detail={detail} reference={reference} />
            {mayEdit ? <Actions detail={detail} webUrl={webUrl} /> : null}
          </>
        }
      />
      {running}
      <ExperimentStrip cells={prepareStrip(detail, now)} proven={isProven(detail)} />
      {detail.stated ? <StatedNotice stated={prepareStated(detail.stated)} /> : null}
      <div className="mt-5 grid grid-cols-1 gap-5 desk:grid-cols-2">
        <Sheet label="Workload">
          <SheetSection>
            <SheetTitle>Workload</SheetTitle>
            <WorkloadItems items={prepareWorkload(detail)} />
          </SheetSection>
        </Sheet>
        <TargetsSheet
          versions={prepareVersions(detail.targetSets)}
          experimentId={detail.id}
          judgedByOthers={detail.judgedByOthers}
          editHref={mayEdit ? `/experiments/${detail.id}/edit` : null}
          timeZone={timeZone}
        />
      </div>
      <LikenessLine likeness={likeness} />
      <TrendStrip sparks={prepareSparks(detail.recentRuns)} experimentId={detail.id} />
      <RunsSheet
        experimentId={detail.id}
        rows={rows}
        total={runs.total}
        page={page}
        timeZone={timeZone}
        mayEdit={mayEdit}
        isReceiving={detail.isReceiving}
      />
    </>
  );
}

function CompareNewest({ detail, reference }: Pick<ExperimentPageProps, "detail" | "reference">) {
  const [newest] = detail.recentRuns;
  if (newest === undefined || reference === null) return null;
  const { id, number } = newest;
  return <CompareButton model={prepareCompare({ id, number, experiment: detail.name }, reference)} />;
}

function Meta({ items }: { items: ReturnType<typeof prepareHead>["meta"] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
      {items.map(({ name, value }) => (
        <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
          {name} <b className="font-medium text-ink">{value}</b>
        </li>
      ))}
    </ul>
  );
}

/** Eight dashes would say less than what to do. */
function WorkloadItems({ items }: { items: ReturnType<typeof prepareWorkload> }) {
  if (items.length > 0) return <DataList className="mt-3" items={items} />;
  return (
    <p className="mt-3 text-13 text-ink-2">
      Not set. Edit the experiment to add its rate and duration, so that runs show how much of the expected
      load was achieved.
    </p>
  );
}

function Actions({ detail, webUrl }: { detail: ExperimentDetail; webUrl: string }) {
  return (
    <>
      <BadgeDialog
        experimentId={detail.id}
        name={detail.name}
        url={detail.badge === null ? null : `${webUrl}${detail.badge}`}
        page={`${webUrl}/experiments/${detail.id}`}
      />
      <DeleteExperiment experimentId={detail.id} name={detail.name} runs={detail.runsTotal} />
      <AppLink href={`/experiments/${detail.id}/edit`} className={buttonClass("primary")}>
        <Icon name="edit" />
        Edit
      </AppLink>
    </>
  );
}

function ExperimentStrip({ cells, proven }: { cells: readonly StripCell[]; proven: boolean }) {
  return (
    <FigureStrip
      label="Figures"
      cells={cells.map(({ key, label, value, unit, caption, href }) => ({
        key,
        label,
        value,
        unit,
        ...(key === "capacity" && !proven ? { state: <VerdictPill state="none" /> } : {}),
        caption: href ? (
          <AppLink href={href} className="hover:underline">
            {caption}
          </AppLink>
        ) : (
          caption
        ),
      }))}
    />
  );
}

/** What somebody has changed here and not in the repository: the next upload with the file would undo it. */
function StatedNotice({ stated: { file, differences } }: { stated: StatedFile }) {
  if (differences.length === 0) return null;
  return (
    <Notice tone="unsure" className="mt-5" title={`This experiment differs from ${file}.`}>
      The next upload with the file makes it what the file says.
      <ul className="mt-2 flex flex-col gap-1">
        {differences.map(({ name, here, stated }) => (
          <li key={name}>
            {name}: <b className="font-semibold">{here}</b> here, <b className="font-semibold">{stated}</b> in
            the file
          </li>
        ))}
      </ul>
    </Notice>
  );
}

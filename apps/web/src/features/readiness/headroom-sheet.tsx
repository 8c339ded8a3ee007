import clsx from "clsx";
import type { HeadroomAnswer } from "@headroom/contract";
import {
  BlockHead,
  FigureStrip,
  Icon,
  Sheet,
  SheetNote,
  SheetSection,
  SheetTitle,
  Table,
  Tag,
  textLinkClass,
} from "@headroom/ui";
import { withSigns } from "../delta/threshold-text.ts";
import { peakDayAddress } from "../peak-day/addresses.ts";
import { FIRST_VIEW, runAddress } from "../run/view/search-params.ts";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { HeadroomLine } from "./headroom-line.tsx";
import { prepareHeadroom } from "./prepare-headroom.ts";
import type { HeadroomModel, PeakRow, ProofRow } from "./prepare-headroom.ts";
import { ProofMeter } from "./proof-meter.tsx";

interface HeadroomSheetProps {
  headroom: HeadroomAnswer;
  timeZone: string;
  now: Date;
}

/** Whether tests have proven enough of a service for its coming peak days, and how long that still counts. */
export function HeadroomSheet({ headroom, timeZone, now }: HeadroomSheetProps) {
  const model = prepareHeadroom(headroom, now);
  return (
    <section aria-label="Headroom" className="mt-5 flex flex-col gap-5">
      <FigureStrip label="Headroom figures" cells={model.figures} />
      {model.bar === null ? null : (
        <Sheet label="What the peak needs">
          <SheetSection>
            <SheetTitle>What the peak needs, and what tests have shown</SheetTitle>
            <HeadroomLine bar={model.bar} className="mt-3" />
          </SheetSection>
        </Sheet>
      )}
      {model.peaks.length < 2 ? null : (
        <Sheet label="Coming peak days">
          <Peaks peaks={model.peaks} timeZone={timeZone} />
        </Sheet>
      )}
      <Proofs model={model} />
    </section>
  );
}

function Peaks({ peaks, timeZone }: { peaks: readonly PeakRow[]; timeZone: string }) {
  return (
    <Table label="Coming peak days" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">Peak day</th>
          <th scope="col">Readiness</th>
          <th scope="col" className="right">
            Expected peak
          </th>
          <th scope="col" className="right">
            Headroom
          </th>
        </tr>
      </thead>
      <tbody>
        {peaks.map((peak) => (
          <tr key={peak.id}>
            <th scope="row">
              <AppLink href={`${peakDayAddress(peak.id)}/readiness`} className="hover:underline">
                <bdi>{peak.name}</bdi>
              </AppLink>
              <span className="mt-0.5 block text-12 font-normal text-ink-3">
                <ViewerTime from={peak.startsAt} timeZone={timeZone} />
              </span>
            </th>
            <td>
              <span className={clsx("inline-flex items-center gap-1.5", peak.verdict.ink)}>
                <Icon name={peak.verdict.icon} />
                {peak.verdict.word}
              </span>
            </td>
            <td className="right max-wide:text-left!">
              <BlockHead>Expected peak</BlockHead>
              {peak.expected}
            </td>
            <td className="right max-wide:text-left!">
              <BlockHead>Headroom</BlockHead>
              {peak.times}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Proofs({ model: { experiments, likeness, production } }: { model: HeadroomModel }) {
  if (experiments.length === 0) return null;
  // What missed a target, and what counts no more, is no proof.
  const title = experiments.every(({ isProven }) => isProven)
    ? "What tests have proven"
    : "What tests have shown";
  return (
    <Sheet label={title}>
      <SheetSection className="pb-3!">
        <SheetTitle>{title}</SheetTitle>
      </SheetSection>
      <Table label={title} narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col" className="right">
              Tested, req/s
            </th>
            <th scope="col">Proof</th>
          </tr>
        </thead>
        <tbody>
          {experiments.map((row) => (
            <ProofLine key={row.id} row={row} />
          ))}
        </tbody>
      </Table>
      {production === null ? null : <SheetNote>{withSigns(production)}</SheetNote>}
      {likeness === null ? null : (
        <SheetNote>
          {likeness.words}{" "}
          <AppLink
            href={runAddress(likeness.runId, { ...FIRST_VIEW, tab: "likeness" })}
            className={textLinkClass}
          >
            Compare with live traffic
          </AppLink>
        </SheetNote>
      )}
    </Sheet>
  );
}

function ProofLine({ row }: { row: ProofRow }) {
  return (
    <tr>
      <th scope="row">
        <AppLink href={`/experiments/${row.id}`} className="hover:underline">
          <bdi>{row.name}</bdi>
        </AppLink>
        {row.accepted ? (
          <>
            {" "}
            <Tag>accepted risk</Tag>
          </>
        ) : null}
      </th>
      <td className="right max-wide:text-left!">
        <BlockHead>Tested, req/s</BlockHead>
        {row.run === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <AppLink
            href={`/runs/${row.run.id}`}
            className="font-semibold hover:underline"
            aria-label={`${row.throughput ?? ""} req/s, run ${row.run.number}`}
          >
            {row.throughput}
          </AppLink>
        )}
        {row.note === null ? null : <span className="block text-12 text-ink-3">{row.note}</span>}
      </td>
      <td className="max-wide:col-span-2">
        <BlockHead>Proof</BlockHead>
        <span className={row.ink}>{row.words}</span>
        {row.left === null ? null : <ProofMeter name={row.name} left={row.left} />}
      </td>
    </tr>
  );
}

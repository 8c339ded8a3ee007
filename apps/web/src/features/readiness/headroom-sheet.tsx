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
import { peakDayAddress } from "../peak-day/addresses.ts";
import { FIRST_VIEW, runAddress } from "../run/view/search-params.ts";
import { AppLink } from "../shell/app-link.tsx";
import { serviceAddress } from "../shell/service-address.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { prepareHeadroom } from "./prepare-headroom.ts";
import type { HeadroomModel, PeakRow, ProofRow } from "./prepare-headroom.ts";
import { ProofMeter } from "./proof-meter.tsx";

interface HeadroomSheetProps {
  /** Beside other things: only the answer, with a link to what it rests on. */
  brief?: boolean;
  headroom: HeadroomAnswer;
  timeZone: string;
  now: Date;
}

/** Whether tests have proven enough of a service for its coming peak days, and how long that still counts. */
export function HeadroomSheet({ brief = false, headroom, timeZone, now }: HeadroomSheetProps) {
  const model = prepareHeadroom(headroom, now);
  // What isn't known is no figure to lead with.
  const inLines = brief && (model.figures.length < 2 || headroom.capacity === null);
  return (
    <section aria-label="Headroom" className="mt-5 flex flex-col gap-5">
      {brief ? (
        <Sheet>
          <SheetSection>
            <Head headroom={headroom} model={model} figures={inLines ? model.figures : []} />
          </SheetSection>
        </Sheet>
      ) : null}
      {inLines ? null : <FigureStrip label="Headroom figures" cells={model.figures} />}
      {brief || model.peaks.length < 2 ? null : (
        <Sheet label="Coming peak days">
          <Peaks peaks={model.peaks} timeZone={timeZone} />
        </Sheet>
      )}
      {brief ? null : <Proofs model={model} />}
    </section>
  );
}

interface HeadProps {
  headroom: HeadroomAnswer;
  model: HeadroomModel;
  /** Those that are shown here, as lines. */
  figures: HeadroomModel["figures"];
}

function Head({ headroom, model, figures }: HeadProps) {
  const { sentence, step, decidedBy, service } = headroom;
  const { word, icon, ink } = model.verdict;
  return (
    <>
      <SheetTitle>Headroom</SheetTitle>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-15">
        <span className={clsx("inline-flex items-center gap-1.5 font-semibold", ink)}>
          <Icon name={icon} />
          {word}
        </span>
        {decidedBy === null ? null : <span className="min-w-0 wrap-anywhere">{sentence}</span>}
      </p>
      <FigureLines figures={figures} />
      {step === null ? null : (
        <p className="mt-1.5 text-14 text-ink-2">
          <b className="font-semibold text-ink">Next:</b> {step}
        </p>
      )}
      <p className="mt-1.5 flex flex-wrap gap-x-4 text-13">
        <AppLink href={serviceAddress(service.slug, "headroom")} className={textLinkClass}>
          What that rests on
        </AppLink>
        <AppLink
          href={
            decidedBy === null
              ? `/peak-days/new?service=${encodeURIComponent(service.slug)}`
              : `${peakDayAddress(decidedBy)}/readiness`
          }
          className={textLinkClass}
        >
          {decidedBy === null ? "Add a peak day" : "Open the readiness report"}
        </AppLink>
      </p>
    </>
  );
}

function FigureLines({ figures }: Pick<HeadroomModel, "figures">) {
  return figures.map(({ key, label, value, unit, caption }) => (
    <p key={key} className="mt-1.5 text-14 text-ink-2">
      {label}:{" "}
      <b className="font-semibold text-ink">
        {value} {unit}
      </b>
      {caption === undefined ? null : <> · {caption}</>}
    </p>
  ));
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

function Proofs({ model: { experiments, likeness } }: { model: HeadroomModel }) {
  if (experiments.length === 0) return null;
  return (
    <Sheet label="What tests have proven">
      <SheetSection className="pb-3!">
        <SheetTitle>What tests have proven</SheetTitle>
      </SheetSection>
      <Table label="What tests have proven" narrow="blocks">
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
        {row.accepted ? <Tag>accepted risk</Tag> : null}
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

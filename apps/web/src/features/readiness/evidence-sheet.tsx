import clsx from "clsx";
import type { ReadinessReport } from "@headroom/contract";
import { productionText } from "@headroom/core";
import {
  BlockHead,
  Sheet,
  SheetNote,
  SheetSection,
  SheetTitle,
  Table,
  Tag,
  VERDICT_WORDS,
  VerdictPill,
} from "@headroom/ui";
import { withSigns } from "../delta/threshold-text.ts";
import { MemberLink } from "../shell/member-link.tsx";
import { evidenceOf } from "./prepare-readiness.ts";
import type { Change, EvidenceRow } from "./prepare-readiness.ts";

/** Each experiment that represents the peak: its newest run beside the one before, and how fresh its proof is. */
export function EvidenceSheet({ report, guest }: { report: ReadinessReport; guest: boolean }) {
  const rows = evidenceOf(report);
  if (rows.length === 0) return null;
  return (
    <Sheet label="Evidence" className="mt-5">
      <SheetSection className="pb-3!">
        <SheetTitle>Evidence</SheetTitle>
        <p className="mt-1 max-w-[72ch] text-12 text-ink-3">
          The newest run of each experiment that represents the peak, after its baseline or the run before.
        </p>
      </SheetSection>
      <Table label="Evidence" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Newest run</th>
            <th scope="col" className="right">
              Throughput, req/s
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col">Proof</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EvidenceLine key={row.id} row={row} guest={guest} />
          ))}
        </tbody>
      </Table>
      {report.production == null ? null : (
        <SheetNote>{withSigns(productionText(report.production))}</SheetNote>
      )}
    </Sheet>
  );
}

function EvidenceLine({ row, guest }: { row: EvidenceRow; guest: boolean }) {
  return (
    <tr>
      <th scope="row" className="max-wide:col-span-2">
        <MemberLink guest={guest} href={`/experiments/${row.id}`} className="hover:underline">
          <bdi>{row.name}</bdi>
        </MemberLink>
        <span className="mt-0.5 block text-12 font-normal text-ink-3 wrap-anywhere">{row.targets}</span>
      </th>
      <td className="max-wide:order-first max-wide:col-span-2">
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {row.run === null ? (
            <VerdictPill state={row.state} />
          ) : (
            <MemberLink
              guest={guest}
              href={`/runs/${row.run.id}`}
              aria-label={`${VERDICT_WORDS[row.state]}, run ${row.run.number}`}
            >
              <VerdictPill state={row.state} />
            </MemberLink>
          )}
          {row.simulated ? <Tag>simulated</Tag> : null}
          {row.accepted ? <Tag>accepted</Tag> : null}
        </span>
      </td>
      <td className="right max-wide:text-left!">
        <BlockHead>Throughput, req/s</BlockHead>
        <BeforeAfter {...row.throughput} />
      </td>
      <td className="right max-wide:text-left!">
        <BlockHead>p99, ms</BlockHead>
        <BeforeAfter {...row.p99} />
      </td>
      <td className={clsx("max-wide:col-span-2", row.proof.ink)}>
        <BlockHead>Proof</BlockHead>
        {row.proof.words}
      </td>
    </tr>
  );
}

function BeforeAfter({ before, after }: Change) {
  if (after === null) return <span className="text-ink-3">–</span>;
  return (
    <span className="whitespace-nowrap">
      {before === null ? null : <span className="text-ink-3">{before} → </span>}
      <b className="font-semibold">{after}</b>
    </span>
  );
}

import { plural } from "@headroom/core/format";
import {
  BlockHead,
  Sheet,
  SheetTitle,
  Sparkline,
  Table,
  VerdictPill,
  buttonClass,
  textLinkClass,
} from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { Against } from "../overview/services-table.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { serviceAddress } from "../shell/service-address.ts";
import type { TestRow } from "./prepare-tests.ts";

interface ServiceExperimentsProps {
  slug: string;
  /** The worst first. */
  rows: readonly TestRow[];
  total: number;
  /** The page is about the live traffic first. */
  isLive: boolean;
}

/** The last run of each experiment of the service, against its target. */
export function ServiceExperiments({ slug, rows, total, isLive }: ServiceExperimentsProps) {
  if (total === 0) return null;
  const hasTrend = rows.some(({ spark }) => spark !== null);
  const hasChange = rows.some(({ delta, next }) => delta !== null || next !== null);
  return (
    <Sheet label="Experiments" className={isLive ? "mt-5" : ""}>
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3.5 wide:px-5">
        <SheetTitle>{isLive ? "What the tests say" : "Verdicts"}</SheetTitle>
        <span className="text-12 text-ink-3">last run of each experiment, worst first</span>
        <AppLink
          href={serviceAddress(slug, "experiments")}
          className={`${textLinkClass} text-13 wide:ml-auto`}
        >
          {total > rows.length ? `All ${plural(total, "experiment")}` : "Filter and compare"}
        </AppLink>
      </div>
      <Table label="Experiments" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Verdict</th>
            <th scope="col" className="right">
              Against its target
            </th>
            {hasTrend ? <th scope="col">Last 24 runs</th> : null}
            {hasChange ? <th scope="col">Change, next step</th> : null}
            <th scope="col" className="right">
              Last run
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} hasTrend={hasTrend} hasChange={hasChange} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Row({ row, hasTrend, hasChange }: { row: TestRow; hasTrend: boolean; hasChange: boolean }) {
  const { name, href, about, state, ofSome, last, against, spark, delta, next } = row;
  return (
    <tr className="relative">
      <th scope="row" className="min-w-40">
        <AppLink
          href={href}
          className="text-14 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{name}</bdi>
        </AppLink>
        {about === "" ? null : (
          <span className="mt-0.5 block text-12 font-normal wrap-anywhere text-ink-3">{about}</span>
        )}
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={state} ofSome={ofSome} />
      </td>
      <td className="right max-wide:text-left!">
        {against === null ? (
          <span className="text-12 text-ink-3">{last === null ? "no results yet" : "no target"}</span>
        ) : (
          <Against {...against} />
        )}
      </td>
      {hasTrend ? (
        <td className="max-wide:hidden!">
          {spark === null ? (
            <span className="text-12 text-ink-3">{last === null ? "-" : "first run"}</span>
          ) : (
            <Sparkline {...spark} />
          )}
        </td>
      ) : null}
      {hasChange ? (
        <td className={delta === null && next === null ? "max-wide:hidden!" : "max-wide:col-span-2"}>
          <Change row={row} />
        </td>
      ) : null}
      <td className="right whitespace-nowrap max-wide:text-left!">
        <BlockHead>Last run</BlockHead>
        {last === null ? (
          "never"
        ) : (
          <AppLink href={last.href} className="relative z-1 hover:underline">
            {last.age}
          </AppLink>
        )}
      </td>
    </tr>
  );
}

/** What would settle an unsure run comes before what changed. */
function Change({ row: { delta, next, hasChange } }: { row: TestRow }) {
  if (next === null) return hasChange ? <DeltaLine delta={delta} /> : null;
  return (
    <span title={next.words}>
      <AppLink href={next.href} className={`${buttonClass()} relative z-1`}>
        {next.text}
      </AppLink>
    </span>
  );
}

import { plural } from "@headroom/core/format";
import { BlockHead, Sheet, SheetTitle, Table, VerdictPill, textLinkClass } from "@headroom/ui";
import { Measured, Spark } from "../catalog/catalog-table.tsx";
import type { CatalogRow } from "../catalog/prepare-catalog.ts";
import { AppLink } from "../shell/app-link.tsx";
import { serviceAddress } from "../shell/service-address.ts";

interface ServiceExperimentsProps {
  slug: string;
  /** The worst first. */
  rows: readonly CatalogRow[];
  total: number;
  /** The page is about the live traffic first. */
  isLive: boolean;
}

const SHOWN = 10;

/** The last run of each experiment of the service, against its target. */
export function ServiceExperiments({ slug, rows, total, isLive }: ServiceExperimentsProps) {
  if (total === 0) return null;
  const shown = rows.slice(0, SHOWN);
  const hasTrend = shown.some(({ sparks }) => (sparks.p99?.values.length ?? 0) > 1);
  return (
    <Sheet label="Experiments" className={isLive ? "mt-5" : ""}>
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3.5 wide:px-5">
        <SheetTitle>{isLive ? "What the tests say" : "Verdicts"}</SheetTitle>
        <span className="text-12 text-ink-3">last run of each experiment, worst first</span>
        <AppLink
          href={serviceAddress(slug, "experiments")}
          className={`${textLinkClass} text-13 wide:ml-auto`}
        >
          {total > SHOWN ? `All ${plural(total, "experiment")}` : "Filter and compare"}
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
            {hasTrend ? <th scope="col">p99, last 8 runs</th> : null}
            <th scope="col" className="right">
              Last run
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.id} row={row} hasTrend={hasTrend} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Row({ row, hasTrend }: { row: CatalogRow; hasTrend: boolean }) {
  const { name, href, state, last, sparks } = row;
  return (
    <tr className="relative">
      <th scope="row" className="min-w-40">
        <AppLink
          href={href}
          className="text-14 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{name}</bdi>
        </AppLink>
        {row.about === "" ? null : (
          <span className="mt-0.5 block text-12 font-normal wrap-anywhere text-ink-3">{row.about}</span>
        )}
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={state} />
      </td>
      <td className="right max-wide:text-left!">
        <Shown row={row} />
      </td>
      {hasTrend ? (
        <td className="max-wide:hidden!">
          <Spark spark={sparks.p99} />
        </td>
      ) : null}
      <td className="right whitespace-nowrap max-wide:text-left!">
        <BlockHead>Last run</BlockHead>
        {last === null ? (
          "never"
        ) : (
          <AppLink href={last.href} className="relative z-1 hover:underline">
            run {last.number} · {last.age}
          </AppLink>
        )}
      </td>
    </tr>
  );
}

/** The figure that a target is about; without a target, the one that the experiment has. */
function Shown({ row: { p99, throughput, last } }: { row: CatalogRow }) {
  if (last === null) return <span className="text-12 text-ink-3">no results yet</span>;
  const isThroughput = p99 === null || (p99.against === null && throughput?.against != null);
  return isThroughput ? (
    <Measured figure={throughput} name="throughput" named />
  ) : (
    <Measured figure={p99} name="p99" named />
  );
}

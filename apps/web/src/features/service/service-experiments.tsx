import type { CatalogEntry, CatalogPage } from "@headroom/services";
import {
  BlockHead,
  formatAge,
  formatCount,
  formatFigure,
  formatKnown,
  formatMillis,
  outcomeState,
  Sheet,
  Table,
  textLinkClass,
  VerdictPill,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

interface ServiceExperimentsProps {
  slug: string;
  page: CatalogPage;
  now: Date;
}

const SHOWN = 10;

/** The experiments of the service with their latest runs. */
export function ServiceExperiments({ slug, page: { experiments, total }, now }: ServiceExperimentsProps) {
  if (total === 0) return null;
  return (
    <Sheet label="Experiments" className="mt-5">
      <h2 className="px-4 py-3.5 text-15 font-semibold wide:px-5">Experiments</h2>
      <Table label="Experiments" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Latest outcome</th>
            <th scope="col" className="right">
              req/s
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col" className="right">
              Latest run
            </th>
          </tr>
        </thead>
        <tbody>
          {experiments.slice(0, SHOWN).map((experiment) => (
            <Row key={experiment.id} experiment={experiment} now={now} />
          ))}
        </tbody>
      </Table>
      {total > SHOWN ? (
        <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">
          <AppLink href={`/catalog?service=${encodeURIComponent(slug)}`} className={textLinkClass}>
            All {formatCount(total)} experiments
          </AppLink>
        </p>
      ) : null}
    </Sheet>
  );
}

function Row({ experiment: { id, name, recentRuns }, now }: { experiment: CatalogEntry; now: Date }) {
  const [run] = recentRuns;
  const p99 =
    run === undefined ? null : formatKnown({ value: run.p99Ms, range: run.p99RangeMs }, formatMillis);
  return (
    <tr>
      <th scope="row" className="min-w-40">
        <AppLink
          href={`/experiments/${id}`}
          className="font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </AppLink>
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={run === undefined ? "open" : outcomeState(run.outcome)} />
      </td>
      <td className="right max-wide:text-left!">
        <BlockHead>req/s</BlockHead>
        {run?.throughput == null ? "–" : formatFigure(run.throughput)}
      </td>
      <td className="right whitespace-nowrap max-wide:text-left!">
        <BlockHead>p99, ms</BlockHead>
        {p99 ?? "–"}
      </td>
      <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
        <BlockHead>Latest run</BlockHead>
        {run === undefined ? (
          "never"
        ) : (
          <AppLink href={`/runs/${run.id}`} className="hover:underline">
            run {run.number} · {formatAge(run.ranAt, now)}
          </AppLink>
        )}
      </td>
    </tr>
  );
}

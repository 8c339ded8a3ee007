import {
  Icon,
  Sheet,
  SheetNote,
  SheetTitle,
  Sparkline,
  VerdictPill,
  buttonClass,
  formatCount,
  textLinkClass,
} from "@headroom/ui";
import { AcceptButton } from "../run/verdict/accept-button.tsx";
import { AppLink } from "../shell/app-link.tsx";
import type { BetterLine, WorseRow } from "./prepare-line.ts";

interface WorseSheetProps {
  rows: readonly WorseRow[];
  /** That aren't shown. */
  more: number;
  /** Some runs are still being judged. */
  pending: boolean;
  better: readonly BetterLine[];
  /** Shown or not. */
  betterTotal: number;
  mayEdit: boolean;
}

/** What got worse on the default branch and isn't accepted, by name. */
export function WorseSheet({ rows, more, pending, better, betterTotal, mayEdit }: WorseSheetProps) {
  if (rows.length === 0) {
    return (
      <Sheet label="What got worse" className="mb-5">
        <p className="flex items-center gap-2 px-4 py-3 text-13 wide:px-5">
          {pending ? (
            "Some runs are still being judged. What got worse is listed here afterwards."
          ) : (
            <>
              <Icon name="met" className="text-good" />
              Nothing is worse than its level on the default branch.
            </>
          )}
        </p>
        <Better lines={better} total={betterTotal} />
      </Sheet>
    );
  }
  return (
    <Sheet label="What got worse" className="mb-5">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 wide:px-5">
        <SheetTitle>What got worse</SheetTitle>
        <span className="text-12 text-ink-3">on the default branch, not accepted yet</span>
      </div>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} mayEdit={mayEdit} />
        ))}
      </ul>
      {more > 0 ? (
        <p className="border-t border-line px-4 py-3 text-13 text-ink-2 wide:px-5">
          {formatCount(more)} more got worse. Their experiments say what changed.
        </p>
      ) : null}
      <Better lines={better} total={betterTotal} />
    </Sheet>
  );
}

function Better({ lines, total }: { lines: readonly BetterLine[]; total: number }) {
  if (lines.length === 0) return null;
  return (
    <SheetNote icon="step-down">
      <b className="font-semibold text-good">{formatCount(total)} got better.</b>{" "}
      {lines.map(({ id, name, href, service, words, compareHref }) => (
        <span key={id} className="mr-3 wrap-anywhere">
          <AppLink href={href} className="font-medium text-ink hover:underline">
            <bdi>{name}</bdi>
          </AppLink>
          , <bdi>{service}</bdi>: {words}.{" "}
          {compareHref === null ? null : (
            <AppLink href={compareHref} className={textLinkClass} aria-label={`Compare ${name}`}>
              Compare
            </AppLink>
          )}
        </span>
      ))}
    </SheetNote>
  );
}

function Row({ row, mayEdit }: { row: WorseRow; mayEdit: boolean }) {
  const {
    name,
    href,
    service,
    state,
    ofSome,
    delta,
    interval,
    since,
    target,
    firstSeen,
    spark,
    compareHref,
    acceptRunId,
  } = row;
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-3 border-t border-line px-4 py-4 wide:grid-cols-[minmax(0,1fr)_auto] wide:px-5 desk:grid-cols-[minmax(0,1.3fr)_150px_minmax(220px,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2">
          <AppLink href={href} className="text-15 font-semibold wrap-anywhere hover:underline">
            <bdi>{name}</bdi>
          </AppLink>
          <VerdictPill state={state} ofSome={ofSome} />
        </h3>
        <p className="mt-1 text-13 wrap-anywhere text-ink-2">
          <bdi>{service}</bdi>. {delta.name}{" "}
          <b className="font-semibold whitespace-nowrap text-ink">
            {delta.before} → {delta.after}
          </b>{" "}
          {since}. {target}
        </p>
        {firstSeen === null ? null : <p className="mt-0.5 text-12 text-ink-3">First seen at {firstSeen}</p>}
      </div>
      <p className="whitespace-nowrap">
        <b className="text-32 font-semibold text-bad">{delta.size ?? delta.after}</b>
        <span className="block max-w-[150px] truncate text-12 text-ink-3" title="95% of the change">
          {delta.name}
          {interval === null ? null : `, ${interval}`}
        </span>
      </p>
      <div className="min-w-0 [&>svg]:h-auto [&>svg]:max-w-full">
        {spark === null ? null : <Sparkline {...spark} width={260} height={52} />}
      </div>
      <div className="flex flex-wrap gap-2 desk:justify-end">
        {compareHref === null ? null : (
          <AppLink href={compareHref} className={buttonClass()}>
            <Icon name="compare" />
            Compare
          </AppLink>
        )}
        {mayEdit && acceptRunId !== null ? (
          <AcceptButton runId={acceptRunId} change={`${delta.text} ${delta.since}`} of={name} />
        ) : null}
      </div>
    </li>
  );
}

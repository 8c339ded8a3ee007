"use client";

import clsx from "clsx";
import { Fragment, useEffect, useMemo, useRef } from "react";
import type { ComponentProps } from "react";
import type { FigureId } from "@headroom/core";
import { Icon, Menu, Skeleton, Table, Tag, VerdictPill } from "@headroom/ui";
import type { OverlayInput } from "@headroom/ui/charts";
import { ChangeChip } from "../figures/change-chip.tsx";
import { AppLink } from "../../shell/app-link.tsx";
import { capital } from "../view/prepare-runs.ts";
import { metricName } from "../view/figure-words.ts";
import { SmallDefinitions, SmallPicture, smallLines } from "./small-picture.tsx";
import type { SmallLines } from "./small-picture.tsx";
import type { ManyRow, ManyRun, ManyStart } from "./prepare-many.ts";

interface ManyTableProps {
  rows: readonly ManyRow[];
  metric: FigureId;
  input: OverlayInput | null;
  highlighted: string | null;
  onHighlight: (run: string) => void;
  /** What can be done with a run; null: guests change nothing, and have no pages of runs. */
  menuOf: ((run: ManyRun) => MenuGroups) | null;
}

export type MenuGroups = ComponentProps<typeof Menu>["groups"];

const WORSE_OR_BETTER = { better: "better", worse: "worse" };
const COLUMNS = 9;
const WIDE = "max-wide:hidden";
const DESK = "max-desk:hidden";
/** The same run is in colour in the charts. */
const HIGHLIGHTED = "bg-accent-soft *:first:shadow-[inset_3px_0_var(--accent)]";

/** A row for each run, in the order in which they ran. Pointing at one, its focus, or the arrow keys highlight it. */
export function ManyTable({ rows, metric, input, highlighted, onHighlight, menuOf }: ManyTableProps) {
  const lines = useMemo(() => (input === null ? null : smallLines(input, metric)), [input, metric]);
  const body = useArrowKeys();
  return (
    <>
      {lines === null ? null : <SmallDefinitions lines={lines} />}
      <Table label="Runs" narrow="fit">
        <Heads metric={metric} hasMenu={menuOf !== null} />
        <tbody ref={body}>
          {rows.map((row) => (
            <Fragment key={row.card.id}>
              {row.starts === null ? null : (
                <tr>
                  <td colSpan={COLUMNS} className="border-t-2! border-t-ink-2! bg-canvas py-1.5! text-13">
                    <StartWords start={row.starts} />
                  </td>
                </tr>
              )}
              <tr
                aria-current={row.card.id === highlighted || undefined}
                className={clsx(row.card.id === highlighted && HIGHLIGHTED)}
                onPointerEnter={() => onHighlight(row.card.id)}
                onFocus={() => onHighlight(row.card.id)}
              >
                <Cells row={row} lines={lines} menuOf={menuOf} />
              </tr>
            </Fragment>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function StartWords({ start: { words, tone, rises } }: { start: ManyStart }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Icon name={rises ? "step-up" : "step-down"} className={tone === "worse" ? "text-bad" : "text-good"} />
      <b className="font-semibold">{words}</b> <span className="text-ink-2">from here on</span>
    </span>
  );
}

function Heads({ metric, hasMenu }: { metric: FigureId; hasMenu: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">Run</th>
        <th scope="col" className={WIDE}>
          {metricName(metric)} over the run
        </th>
        <th scope="col">{metricName(metric)}</th>
        {["p50", "Throughput", "Errors"].map((head) => (
          <th key={head} scope="col" className={clsx("right", head === "p50" ? DESK : WIDE)}>
            {head}
          </th>
        ))}
        <th scope="col" className={DESK}>
          Commit
        </th>
        <th scope="col">Verdict</th>
        {hasMenu ? (
          <th scope="col" className={clsx("print:hidden", WIDE)}>
            <span className="sr-only">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

interface CellsProps extends Pick<ManyTableProps, "menuOf"> {
  row: ManyRow;
  lines: SmallLines | null;
}

function Cells({ row, lines, menuOf }: CellsProps) {
  const { card, value, p50, throughput, errors } = row;
  const name = capital(card.name);
  return (
    <>
      <th scope="row" className="py-1.5! wide:whitespace-nowrap!">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {menuOf === null ? (
            <b tabIndex={0} className="text-14 font-semibold">
              {name}
            </b>
          ) : (
            <AppLink href={`/runs/${card.id}`} className="text-14 font-semibold hover:underline">
              {name}
            </AppLink>
          )}
          {card.isReference ? <Tag>reference</Tag> : null}
        </span>
      </th>
      <td className={clsx("py-1!", WIDE)}>
        {lines === null ? (
          <Skeleton className="h-9 w-64" />
        ) : (
          <SmallPicture lines={lines} runId={card.id} isReference={card.isReference} />
        )}
      </td>
      <td className="py-1.5! wide:whitespace-nowrap">
        <b className="mr-1.5 font-semibold whitespace-nowrap">{value}</b>
        {row.change === null ? null : (
          <ChangeChip change={row.change} state={row.state} title={row.title} called={WORSE_OR_BETTER} />
        )}
      </td>
      {[p50, throughput, errors].map((text, at) => (
        <td
          key={["p50", "throughput", "errors"][at]}
          className={clsx("right py-1.5! whitespace-nowrap", at === 0 ? DESK : WIDE)}
        >
          {text}
        </td>
      ))}
      <td className={clsx("py-1.5! font-mono text-12", DESK)}>{card.commit?.slice(0, 7) ?? "-"}</td>
      <td className="py-1.5!">
        <VerdictPill state={card.outcome ?? card.verdict} />
      </td>
      {menuOf === null ? null : (
        <td className={clsx("right py-1! print:hidden", WIDE)}>
          <Menu
            label={`Actions for ${card.name}`}
            trigger={<Icon name="more" />}
            triggerClassName="inline-flex size-8 items-center justify-center rounded-control text-ink-3 hover:bg-neutral-soft hover:text-ink"
            groups={menuOf(card)}
            link={AppLink}
          />
        </td>
      )}
    </>
  );
}

/** From row to row. */
function useArrowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const rows = body.current;
    if (rows === null) return;
    const move = (event: KeyboardEvent) => {
      const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const links = [...rows.querySelectorAll<HTMLElement>("th a, th [tabindex]")];
      const at = links.findIndex((link) => link === document.activeElement);
      if (by === 0 || at === -1) return;
      event.preventDefault();
      links[at + by]?.focus();
    };
    rows.addEventListener("keydown", move);
    return () => rows.removeEventListener("keydown", move);
  }, []);
  return body;
}

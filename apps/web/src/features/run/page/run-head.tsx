import type { ReactNode } from "react";
import { Icon, PageHead, Sentence, Tag, VerdictPill, textLinkClass } from "@headroom/ui";
import { DeltaLine } from "../../delta/delta-line.tsx";
import { AppLink } from "../../shell/app-link.tsx";
import { ReadAgainWhile } from "../../shell/read-again.tsx";
import { SetAsideTag } from "../../shell/set-aside-tag.tsx";
import { SimulatedTag } from "../../shell/simulated-tag.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { LabelFilterLine } from "../verdict/label-filter-line.tsx";
import { NextLine } from "../verdict/next-line.tsx";
import type { NextModel } from "../verdict/prepare-next.ts";
import type { MetaItem, RunHead as RunHeadModel } from "./prepare-run-head.ts";

interface RunHeadProps {
  head: RunHeadModel;
  timeZone: string;
  /** Beside the verdict: that it is the baseline. */
  isBaseline?: boolean;
  /** What would settle it; null: it isn't unsure. */
  next?: NextModel | null;
  /** Below the notes: what an editor can do about them. */
  noteAction?: ReactNode;
  actions?: ReactNode;
  /** Below the sentence. */
  children?: ReactNode;
}

export function RunHead(props: RunHeadProps) {
  const { head, timeZone, isBaseline = false, next = null, noteAction, actions, children } = props;
  const [first, ...rest] = head.meta;
  return (
    <PageHead
      eyebrow={
        <>
          <VerdictPill state={head.state} size="head" />
          <ReadAgainWhile pending={head.state === "pending"} />
          <SimulatedTag simulated={head.simulated} />
          <SetAsideTag setAside={head.setAside} />
          {isBaseline ? (
            <Tag>
              <Icon name="pin" className="size-3.5" />
              Baseline
            </Tag>
          ) : null}
        </>
      }
      actions={actions}
      sentence={<Sentence lead={head.sentence.lead} rest={head.sentence.rest} />}
      below={
        <>
          <LabelFilterLine sentence={head.labelFilter} />
          {head.delta === null ? null : (
            <p className="mt-2">
              <DeltaLine delta={head.delta} figures />
            </p>
          )}
          {next === null ? null : <NextLine next={next} />}
          {head.notes.map(({ words, href }) => (
            <p key={words} className="mt-2 text-13 text-ink-2">
              {href === null ? (
                words
              ) : (
                <AppLink href={href} className={textLinkClass}>
                  {words}
                </AppLink>
              )}
            </p>
          ))}
          {noteAction ? <div className="mt-2">{noteAction}</div> : null}
          {children}
        </>
      }
      meta={
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
          {first ? <Meta item={first} /> : null}
          <li>
            {head.length === null ? null : (
              <>
                <b className="font-medium text-ink">{head.length}</b> ·{" "}
              </>
            )}
            <ViewerTime from={head.startedAt} to={head.endedAt} timeZone={timeZone} />
          </li>
          {rest.map((item) => (
            <Meta key={item.name} item={item} />
          ))}
        </ul>
      }
    />
  );
}

function Meta({ item }: { item: MetaItem }) {
  const value = (
    <b className={item.mono ? "font-mono text-[0.93em] font-medium text-ink" : "font-medium text-ink"}>
      {item.value}
    </b>
  );
  return (
    <li className="min-w-0 [overflow-wrap:anywhere]">
      {item.name}{" "}
      {item.href ? (
        <a href={item.href} rel="noreferrer" className={textLinkClass}>
          {item.value}
        </a>
      ) : (
        value
      )}
    </li>
  );
}

import { Muted, PageHead, VerdictPill, textLinkClass } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { MetaItem, RunHead as RunHeadModel } from "./prepare-run-head.ts";

export function RunHead({ head, timeZone }: { head: RunHeadModel; timeZone: string }) {
  const [first, ...rest] = head.meta;
  return (
    <PageHead
      eyebrow={<VerdictPill state={head.state} size="head" />}
      sentence={
        <>
          {head.sentence.lead} <Muted>{head.sentence.rest}</Muted>
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

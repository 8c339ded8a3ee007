import { Sheet, SheetSection, VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { News } from "./prepare-news.ts";

interface NewsSheetProps {
  news: News | null;
  timeZone: string;
}

/** What got worse since the viewer last looked, and what is stale. */
export function NewsSheet({ news, timeZone }: NewsSheetProps) {
  if (news === null) return null;
  const { title, since, note, lines } = news;
  return (
    <Sheet label="Since your last visit" className="mt-5">
      <SheetSection>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b className="text-15 font-semibold">{title}</b>
          {since === null ? null : (
            <span className="text-12 text-ink-3">
              Your last visit: <ViewerTime from={since} timeZone={timeZone} />
            </span>
          )}
        </p>
        {note === null ? null : <p className="mt-1 text-12 text-ink-3">{note}</p>}
        {lines.length === 0 ? null : (
          <ul className="mt-2 grid grid-cols-1 gap-y-1.5 text-13">
            {lines.map(({ key, name, href, service, words, state }) => (
              <li key={key} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
                {state === null ? null : <VerdictPill state={state} />}
                <AppLink href={href} className="font-medium wrap-anywhere hover:underline">
                  <bdi>{name}</bdi>
                </AppLink>
                <span className="text-12 wrap-anywhere text-ink-3">
                  <bdi>{service}</bdi>
                </span>
                <span className="text-ink-2">{words}</span>
              </li>
            ))}
          </ul>
        )}
      </SheetSection>
    </Sheet>
  );
}

import { ChangePill, Sheet, textLinkClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { risesOf } from "../view/figure-words.ts";
import type { AgainstRow } from "./prepare-against.ts";

/** How the run compares with its level and with the run before it, each one click from the whole comparison. */
export function AgainstPanel({ rows }: { rows: readonly AgainstRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Sheet label="Compared" className="mt-5">
      {rows.map(({ name, href, why, cells }) => (
        <div
          key={href}
          className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2.5 text-13 wide:px-5"
        >
          <b className="font-semibold wide:w-80">vs {name}</b>
          {why === null ? null : <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{why}</span>}
          {cells.map(({ figure, values, change, state, words }) => (
            <span key={figure} className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-ink-3">{figure}</span>
              <span>{values}</span>
              <b className="font-semibold">{change}</b>
              {state === null || state === "not-tested" ? null : (
                <ChangePill state={state} words={words} rises={risesOf(change)} />
              )}
            </span>
          ))}
          <AppLink href={href} className={`ml-auto print:hidden ${textLinkClass}`}>
            Compare<span className="sr-only"> with {name}</span>
          </AppLink>
        </div>
      ))}
    </Sheet>
  );
}

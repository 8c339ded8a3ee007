import { Icon, Sheet, SheetTitle } from "@headroom/ui";
import type { WarningModel } from "./prepare-warnings.ts";

/** What a reader has to know before trusting the figures. */
export function WarningsSheet({ warnings }: { warnings: readonly WarningModel[] }) {
  if (warnings.length === 0) return null;
  return (
    <Sheet labelledBy="warnings" className="mt-5">
      <div className="px-4 pt-4 pb-3 wide:px-5">
        <SheetTitle id="warnings">What to know about this run</SheetTitle>
      </div>
      <ul className="divide-y divide-line">
        {warnings.map(({ code, title, detail, where }) => (
          <li key={code} className="flex gap-2.5 px-4 py-3 text-13 wide:px-5">
            <Icon name="warning" className="mt-px text-unsure" />
            <div className="min-w-0 text-ink-2">
              <p className="font-semibold text-ink">{title}</p>
              <p className="[overflow-wrap:anywhere]">{detail}</p>
              {where ? <p className="mt-0.5 font-mono text-12 text-ink-3">{where}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

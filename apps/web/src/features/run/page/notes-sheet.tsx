import { configurationTexts } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import { Sheet, SheetSection, SheetTitle, Tag } from "@headroom/ui";

type Said = Pick<RunDetail, "notes" | "changed" | "configuration">;

export function notesTitle({ notes, changed, configuration }: Said): string {
  if (changed === null && Object.keys(configuration).length === 0) return "Notes";
  return notes === null ? "Configuration" : "Configuration and notes";
}

/** What people say about the run as a whole: what was changed for it, what was running, and their notes. */
export function NotesSheet({ notes, changed, configuration }: Said) {
  const keys = configurationTexts(configuration);
  if (notes === null && changed === null && keys.length === 0) return null;
  return (
    <Sheet labelledBy="notes" className="mt-5">
      <SheetSection>
        <SheetTitle id="notes">{notesTitle({ notes, changed, configuration })}</SheetTitle>
        {changed === null ? null : (
          <p dir="auto" className="mt-1.5 max-w-[90ch] text-13 wrap-anywhere">
            <span className="text-ink-2">What was changed:</span> <b className="font-medium">{changed}</b>
          </p>
        )}
        {keys.length === 0 ? null : (
          <ul aria-label="Configuration" className="mt-2 flex min-w-0 flex-wrap gap-1.5">
            {keys.map((key) => (
              <li key={key} className="max-w-full" title={key}>
                <Tag>{key}</Tag>
              </li>
            ))}
          </ul>
        )}
        {notes === null ? null : (
          <p dir="auto" className="mt-2 max-w-[90ch] text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">
            {notes}
          </p>
        )}
      </SheetSection>
    </Sheet>
  );
}

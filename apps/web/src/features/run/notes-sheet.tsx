import { Sheet, SheetSection, SheetTitle, Tag } from "@headroom/ui";

interface NotesSheetProps {
  notes: string | null;
  tags: readonly string[];
}

/** What people wrote about the run as a whole. */
export function NotesSheet({ notes, tags }: NotesSheetProps) {
  if (notes === null && tags.length === 0) return null;
  return (
    <Sheet labelledBy="notes" className="mt-5">
      <SheetSection>
        <SheetTitle id="notes">Notes</SheetTitle>
        {notes === null ? null : (
          <p dir="auto" className="mt-1.5 max-w-[90ch] text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">
            {notes}
          </p>
        )}
        {tags.length === 0 ? null : (
          <ul aria-label="Tags" className="mt-2 flex min-w-0 flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag} className="max-w-full" title={tag}>
                <Tag>{tag}</Tag>
              </li>
            ))}
          </ul>
        )}
      </SheetSection>
    </Sheet>
  );
}

/** "team=search", "peak" */
export function tagsOf(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => (value === "" ? name : `${name}=${value}`));
}

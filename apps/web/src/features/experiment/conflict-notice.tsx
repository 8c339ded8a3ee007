import { Button, Notice } from "@headroom/ui";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormField, Joined } from "./form-values.ts";

interface ConflictNoticeProps {
  joined: Joined & { by: string | null };
  onTake: (field: FormField) => void;
}

/** Shows the second of two editors what the first one changed. What they typed stays until they decide otherwise. */
export function ConflictNotice({ joined: { by, changed, clashes }, onTake }: ConflictNoticeProps) {
  const fields = changed.map((field) => FIELD_WORDS[field].toLowerCase()).join(", ");
  return (
    <Notice
      tone="unsure"
      live
      className="mb-4"
      title={`${by ?? "Someone"} saved this experiment while you were editing it.`}
    >
      {changed.length === 0 ? "Nothing on this page changed." : `Changed: ${fields}.`}{" "}
      {clashes.length === 0
        ? "Your changes don't overlap with theirs. Review them, then save."
        : "What you typed is still here. Where you both changed the same field, yours is used:"}
      {clashes.length === 0 ? null : (
        <ul className="mt-2 flex flex-col gap-2">
          {clashes.map(({ field, theirs }) => (
            <li key={field} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 wrap-anywhere">
                {FIELD_WORDS[field]}: theirs is “{theirs}”.
              </span>
              <Button onClick={() => onTake(field)}>Use theirs</Button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

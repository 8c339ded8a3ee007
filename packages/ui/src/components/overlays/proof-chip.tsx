import { GradeMark } from "../status/grade-mark.tsx";
import type { Grade } from "../status/grade-mark.tsx";
import { Popover } from "./popover.tsx";

export interface ProofNote {
  grade: Grade;
  /** "How this p99 was calculated" */
  title: string;
  facts: readonly { name: string; value: string }[];
  reasons: readonly string[];
}

/** The grade of a percentile; how it was made is one hover, tap or Enter away. */
export function ProofChip({ note }: { note: ProofNote }) {
  return (
    <Popover
      label={`Proof grade ${note.grade}. ${note.title}`}
      trigger={<GradeMark grade={note.grade} />}
      triggerClassName="on-paper relative inline-flex items-center after:absolute after:-inset-2.5 after:content-['']"
    >
      <span className="mb-2 flex items-center gap-2 text-13 font-semibold text-ink">
        <GradeMark grade={note.grade} />
        {note.title}
      </span>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3.5 gap-y-[3px]">
        {note.facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {note.reasons.length > 0 ? (
        <ul className="mt-2 list-disc border-t border-line pt-2 pl-4">
          {note.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </Popover>
  );
}

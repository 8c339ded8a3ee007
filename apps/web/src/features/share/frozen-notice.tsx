import { Notice } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";

interface FrozenNoticeProps {
  frozen: { at: string; contradicted: readonly string[]; changes: readonly string[] };
  /** What doesn't change, in a title: "This report is frozen." */
  titles: { frozen: string; contradicted: string };
  timeZone: string;
}

/** On top of what doesn't change: since when, and what speaks against it by now. */
export function FrozenNotice({ frozen: { at, contradicted, changes }, titles, timeZone }: FrozenNoticeProps) {
  const isContradicted = contradicted.length > 0;
  const listed = isContradicted ? contradicted : changes;
  return (
    <Notice
      tone={isContradicted ? "bad" : "neutral"}
      title={isContradicted ? titles.contradicted : titles.frozen}
      className="mt-5"
    >
      It is shown as it was on <ViewerTime from={at} timeZone={timeZone} />.{" "}
      {listed.length === 0 ? "Nothing has changed since." : "Since then:"}
      {listed.length === 0 ? null : (
        <ul className="mt-1 list-disc pl-4">
          {listed.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

import type { SharedReadiness } from "@headroom/services";
import { Notice } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";

/** On top of a report that doesn't change: since when, and what speaks against it by now. */
export function FrozenNotice({
  frozen: { at, contradicted, changes },
  timeZone,
}: {
  frozen: NonNullable<SharedReadiness["frozen"]>;
  timeZone: string;
}) {
  const isContradicted = contradicted.length > 0;
  const listed = isContradicted ? contradicted : changes;
  return (
    <Notice
      tone={isContradicted ? "bad" : "neutral"}
      title={isContradicted ? "Later runs contradict this report." : "This report is frozen."}
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

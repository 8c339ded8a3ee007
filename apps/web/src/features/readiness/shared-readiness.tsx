import type { ShareContext } from "@headroom/services";
import { readShared } from "./read-shared.ts";
import { FrozenNotice } from "../share/frozen-notice.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { orNotValid } from "../share/open-shared.ts";
import { ReadinessPage } from "./readiness-page.tsx";

const TITLES = { frozen: "This report is frozen.", contradicted: "Later runs contradict this report." };

interface SharedReadinessProps {
  ctx: ShareContext;
  timeZone: string;
  /** When it was opened. */
  asOf: string;
}

/** A readiness report for people outside: the current one, or as it was when the link was created. */
export async function SharedReadiness({ ctx, timeZone, asOf }: SharedReadinessProps) {
  const { report, frozen } = await orNotValid(readShared(ctx));
  return (
    <>
      {frozen === null ? (
        <p className="mb-3 text-13 text-ink-2">
          As of <ViewerTime from={asOf} timeZone={timeZone} />. This link always shows the latest report.
        </p>
      ) : (
        <FrozenNotice frozen={frozen} titles={TITLES} timeZone={timeZone} />
      )}
      <ReadinessPage
        report={report}
        changes={null}
        timeZone={timeZone}
        reader={frozen === null ? "guest" : "guest-of-frozen"}
      />
    </>
  );
}

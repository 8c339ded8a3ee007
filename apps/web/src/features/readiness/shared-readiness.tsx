import type { ShareContext } from "@headroom/services";
import { readShared } from "./read-shared.ts";
import { FrozenNotice } from "../share/frozen-notice.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { orNotValid } from "../share/open-shared.ts";
import { ReadinessPage } from "./readiness-page.tsx";

const TITLES = { frozen: "This report is frozen.", contradicted: "Later runs contradict this report." };

/** A readiness report for people outside: the current one, or as it was when the link was created. */
export async function SharedReadiness({ ctx, timeZone }: { ctx: ShareContext; timeZone: string }) {
  const { report, frozen } = await orNotValid(readShared(ctx));
  return (
    <>
      {frozen === null ? (
        <p className="mb-3 text-13 text-ink-2">
          As of <ViewerTime from={new Date().toISOString()} timeZone={timeZone} />. This link always shows the
          latest report.
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

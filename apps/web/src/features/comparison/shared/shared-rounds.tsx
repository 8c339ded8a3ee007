import type { ShareContext } from "@headroom/services";
import { PageHead, Sentence } from "@headroom/ui";
import { FrozenNotice } from "../../share/frozen-notice.tsx";
import { orNotValid } from "../../share/open-shared.ts";
import { ReadAgain } from "../../shell/read-again.tsx";
import { prepareRounds } from "../rounds/prepare-rounds.ts";
import { readSharedRounds } from "../rounds/read-shared-rounds.ts";
import { RoundsEvidence } from "../rounds/rounds-evidence.tsx";
import { RoundsExperiments } from "../rounds/rounds-experiments.tsx";
import { experimentsWords, roundsWords } from "../rounds/rounds-params.ts";
import { isWorking } from "../view/statistics-by-run.ts";

const TITLES = {
  frozen: "This comparison is frozen.",
  contradicted: "Later runs contradict this comparison.",
};

/** Rounds for people outside: the current ones, or as they were when the link was created. */
export async function SharedRounds({ ctx, timeZone }: { ctx: ShareContext; timeZone: string }) {
  const { report, frozen } = await orNotValid(readSharedRounds(ctx));
  const { rounds, comparison, statistics } = report;
  const { sentence, changed, rows, map, intervals, pairs } = prepareRounds(comparison, statistics);
  const working = frozen === null ? isWorking(statistics) : frozen.working;
  return (
    <>
      {working ? <ReadAgain everySeconds={3} minutes={1} /> : null}
      {frozen === null ? null : <FrozenNotice frozen={frozen} titles={TITLES} timeZone={timeZone} />}
      <PageHead
        eyebrow={
          <>
            <span dir="auto">{comparison.service.name}</span>
            <span>{experimentsWords(comparison.total)}</span>
          </>
        }
        sentence={<Sentence lead={sentence.lead} rest={sentence.rest} />}
        meta={<p className="mt-2 text-15 [overflow-wrap:anywhere] text-ink-2">{roundsWords(rounds)}</p>}
      />
      {pairs.length === 0 ? null : <RoundsEvidence map={map} intervals={intervals} />}
      <RoundsExperiments
        comparison={comparison}
        // Their comparisons are pages of the workspace.
        rows={rows.map((row) => ({ ...row, href: null }))}
        changed={changed}
        step="Ask the person who sent the link whether it shows the right service."
      />
    </>
  );
}

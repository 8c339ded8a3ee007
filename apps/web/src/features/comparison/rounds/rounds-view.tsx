"use client";

import { useMemo } from "react";
import type { RoundsComparison, ShareSubject } from "@headroom/contract";
import { CopyButton, Muted, PageHead, Sheet } from "@headroom/ui";
import { pairsOf, prepareRounds } from "./prepare-rounds.ts";
import { ShareButton } from "../../share/share-button.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import { RoundsEvidence } from "./rounds-evidence.tsx";
import { RoundsExperiments } from "./rounds-experiments.tsx";
import { RoundsForm } from "./rounds-form.tsx";
import { experimentsWords, roundsSubject, roundsWords } from "./rounds-params.ts";
import type { RoundsQuery } from "./rounds-params.ts";
import { usePairs } from "../view/use-pairs.ts";
import { useAddress } from "../view/use-address.ts";

interface RoundsViewProps {
  /** Null: the address does not say enough yet. */
  comparison: RoundsComparison | null;
  query: RoundsQuery;
  services: readonly { slug: string; name: string }[];
  mayShare: boolean;
}

/** All experiments of a service, first round against second. */
export function RoundsView({ comparison, query, services, mayShare }: RoundsViewProps) {
  const address = useAddress();
  const subject = roundsSubject(query);
  const { model, problem } = useRounds(comparison);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>Comparison of rounds</span>
            {comparison === null ? null : <span>{experimentsWords(comparison.total)}</span>}
          </>
        }
        sentence={
          <span role="status">
            {model?.sentence.lead ?? "Choose two rounds."} <Muted>{model?.sentence.rest ?? ""}</Muted>
          </span>
        }
        meta={
          <p className="mt-2 hidden text-15 text-ink-2 print:block">
            {subject === null ? "" : roundsWords(subject.rounds)}
          </p>
        }
        actions={
          <>
            <CopyButton text={address} label="Copy link" />
            {mayShare ? <ShareRounds comparison={comparison} subject={subject} /> : null}
          </>
        }
      />
      <Sheet label="Rounds" className="print:hidden">
        <RoundsForm query={query} services={services} />
      </Sheet>
      {model === null || comparison === null ? null : (
        <>
          {model.pairs.length === 0 ? null : (
            <RoundsEvidence map={model.map} intervals={model.intervals} problem={problem} />
          )}
          <RoundsExperiments
            comparison={comparison}
            rows={model.rows}
            changed={model.changed}
            step="Upload results of both rounds. Their experiments appear here."
          />
        </>
      )}
    </>
  );
}

/** The rounds, and how certain their changes are; a problem in place of that if it couldn't be loaded. */
function useRounds(comparison: RoundsComparison | null) {
  const pairs = useMemo(() => pairsOf(comparison?.rows ?? []), [comparison]);
  const { data, failed, retry } = usePairs(pairs);
  const model = useMemo(
    () => (comparison === null ? null : prepareRounds(comparison, data, failed)),
    [comparison, data, failed],
  );
  const problem = failed ? (
    <NotLoaded onRetry={retry} className="py-6">
      Couldn't load how certain the changes are.
    </NotLoaded>
  ) : null;
  return { model, problem };
}

interface ShareRoundsProps {
  comparison: RoundsComparison | null;
  subject: ShareSubject | null;
}

/** Once there is something to share. */
function ShareRounds({ comparison, subject }: ShareRoundsProps) {
  if (comparison === null || subject === null || comparison.rows.length === 0) return null;
  return <ShareButton subject={subject} name={`rounds of ${comparison.service.name}`} />;
}

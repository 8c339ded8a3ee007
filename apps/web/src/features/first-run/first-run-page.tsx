"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Command, PageHead, Segmented, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ArrivalLine } from "./arrival-line.tsx";
import { FirstRunStep } from "./first-run-step.tsx";
import { exampleLine, ownFileLine } from "./first-run-lines.ts";
import type { FirstRunTurn } from "./first-run-lines.ts";
import { firstRunSentence } from "./prepare-first-run.ts";
import type { FirstRunState } from "./prepare-first-run.ts";
import { TokenStep } from "./token-step.tsx";

const ASK_AGAIN_MILLIS = 2_000;

const SOURCES = [
  { value: "example", label: "The example" },
  { value: "own", label: "A file of your own" },
] as const;

interface FirstRunPageProps {
  /** As the server found it, so that the page is whole before any script. */
  known: FirstRunState;
  urls: { webUrl: string; ingestUrl: string };
  mayMakeTokens: boolean;
}

/** From nothing to a first compared run: a token, a line, the run that arrives, a second one, the comparison. */
export function FirstRunPage({ known, urls, mayMakeTokens }: FirstRunPageProps) {
  const trpc = useTRPC();
  const [token, setToken] = useState<string | null>(null);
  const [source, setSource] = useState<(typeof SOURCES)[number]["value"]>("example");
  const { data } = useQuery({
    ...trpc.firstRun.state.queryOptions(),
    initialData: known,
    refetchInterval: ({ state }) => (state.data?.comparison === null ? ASK_AGAIN_MILLIS : false),
  });
  const sentence = firstRunSentence(data);
  const line = (turn: FirstRunTurn) =>
    (source === "example" ? exampleLine : ownFileLine)({ ...urls, token, turn });
  return (
    <>
      <PageHead
        sentence={
          <span role="status">
            <Sentence lead={sentence.lead} rest={sentence.rest} />
          </span>
        }
        actions={<Segmented label="What to send" segments={SOURCES} value={source} onChange={setSource} />}
      />
      <Sheet label="The way to a first comparison">
        <FirstRunStep number={1} title="Make a token" done={token !== null || data.first !== null}>
          <TokenStep token={token} onToken={setToken} mayMake={mayMakeTokens} />
        </FirstRunStep>
        <FirstRunStep number={2} title="Send a first run" done={data.first !== null}>
          <Command text={line("first")} label="The command that sends the first run" />
          <ArrivalLine run={data.first} waiting="This page shows the run as soon as it is here." />
        </FirstRunStep>
        <FirstRunStep number={3} title="Change something, and send a second" done={data.second !== null}>
          <Command text={line("second")} label="The command that sends the second run" />
          <ArrivalLine run={data.second} waiting="And the second one after it." />
        </FirstRunStep>
        <FirstRunStep number={4} title="Lay them side by side" done={false}>
          {data.comparison === null ? (
            <p className="text-13 text-ink-2">The comparison opens here when both runs have arrived.</p>
          ) : (
            <AppLink href={data.comparison} className={`self-start ${buttonClass("primary")}`}>
              Open the comparison
            </AppLink>
          )}
        </FirstRunStep>
      </Sheet>
    </>
  );
}

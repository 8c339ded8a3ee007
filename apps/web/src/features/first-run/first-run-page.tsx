"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Command, Notice, PageHead, Segmented, Sentence, Sheet, buttonClass } from "@headroom/ui";
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
  { value: "example", label: "Example file" },
  { value: "own", label: "Your own file" },
] as const;

interface FirstRunPageProps {
  /** As the server found it, so that the page is complete before scripts run. */
  known: FirstRunState;
  urls: { webUrl: string; ingestUrl: string };
  mayMakeTokens: boolean;
}

/** From nothing to a first comparison: create a token, upload a run and a second one, compare them. */
export function FirstRunPage({ known, urls, mayMakeTokens }: FirstRunPageProps) {
  const trpc = useTRPC();
  const [token, setToken] = useState<string | null>(null);
  const [source, setSource] = useState<(typeof SOURCES)[number]["value"]>("example");
  const { data, error } = useQuery({
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
        actions={<Segmented label="File to upload" segments={SOURCES} value={source} onChange={setSource} />}
      />
      {error === null ? null : (
        <Notice tone="bad" live className="mb-4">
          Couldn't check for new runs. {error.message} Trying again every two seconds.
        </Notice>
      )}
      <Sheet label="Steps to your first comparison">
        <FirstRunStep number={1} title="Create a token" done={token !== null || data.first !== null}>
          <TokenStep token={token} onToken={setToken} mayMake={mayMakeTokens} />
        </FirstRunStep>
        <FirstRunStep number={2} title="Upload a first run" done={data.first !== null}>
          <Command text={line("first")} label="Command for the first run" />
          <ArrivalLine run={data.first} waiting="The run appears here as soon as it arrives." />
        </FirstRunStep>
        <FirstRunStep
          number={3}
          title="Change something, and upload a second run"
          done={data.second !== null}
        >
          <Command text={line("second")} label="Command for the second run" />
          <ArrivalLine run={data.second} waiting="The second run appears here." />
        </FirstRunStep>
        <FirstRunStep number={4} title="Compare them" done={false}>
          {data.comparison === null ? (
            <p className="text-13 text-ink-2">
              You can open the comparison here once both runs have arrived.
            </p>
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

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  Command,
  Notice,
  PageHead,
  Segmented,
  Sentence,
  Sheet,
  buttonClass,
  VerdictPill,
  textLinkClass,
  Icon,
  SheetSection,
} from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { exampleLine, ownFileLine } from "./first-run-lines.ts";
import type { FirstRunTurn } from "./first-run-lines.ts";
import { firstRunSentence } from "./prepare-first-run.ts";
import type { FirstRunState, ArrivedRun } from "./prepare-first-run.ts";
import { TokenStep } from "./token-step.tsx";
import type { ReactNode } from "react";

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

/** The run once it has arrived, and until then what the page is waiting for. The height stays the same. */
function ArrivalLine({ run, waiting }: { run: ArrivedRun | null; waiting: string }) {
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-2" role="status">
      {run ? (
        <>
          <VerdictPill state={run.state} ofSome={run.ofSome} />
          <AppLink href={run.href} className={textLinkClass}>
            {run.name}
          </AppLink>
        </>
      ) : (
        <span className="flex items-baseline gap-2.5">
          <span aria-hidden="true" className="size-2 flex-none animate-breathe rounded-full bg-accent" />
          {waiting}
        </span>
      )}
    </p>
  );
}

interface FirstRunStepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

function FirstRunStep({ number, title, done, children }: FirstRunStepProps) {
  return (
    <SheetSection className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span className="flex size-7 items-center justify-center rounded-full border border-line-strong text-13 font-semibold text-ink-2">
        {done ? <Icon name="met" className="size-4 text-good" /> : number}
      </span>
      <div className="min-w-0">
        <h2 className="pt-1 text-15 font-semibold tracking-[-0.008em]">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h2>
        <div className="mt-2.5 flex flex-col items-stretch gap-3">{children}</div>
      </div>
    </SheetSection>
  );
}

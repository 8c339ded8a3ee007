"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LikenessAnswer } from "@headroom/contract";
import { Button, CopyButton, Form, SheetNote, Skeleton, Table, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { AppLink } from "../../shell/app-link.tsx";
import { readRange, toField } from "../../shell/local-range.ts";
import { RangeFields } from "../../shell/range-fields.tsx";
import { SimulatedTag } from "../../shell/simulated-tag.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { prepareLikeness } from "./prepare-likeness.ts";
import type { LikenessModel } from "./prepare-likeness.ts";
import { useRunView } from "../view/run-view.tsx";

/** Whether the test was like live traffic. */
export function LikenessPanel({ timeZone }: { timeZone: string }) {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.likeness.queryOptions({ runId, ...view.live }),
    placeholderData: (before) => before,
  });
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the comparison with live traffic" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading live traffic" className="px-4 py-5 wide:px-5">
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return data.window === null ? (
    <NoTraffic service={data.service} />
  ) : (
    <Compared answer={data} window={data.window} timeZone={timeZone} />
  );
}

function NoTraffic({ service: { slug, name } }: Pick<LikenessAnswer, "service">) {
  return (
    <p className="max-w-[72ch] px-4 py-8 text-13 text-ink-2 wide:px-5">
      <bdi>{name}</bdi> has no live traffic to compare this run with.{" "}
      <AppLink href={`/services/${encodeURIComponent(slug)}`} className={textLinkClass}>
        Send live traffic
      </AppLink>{" "}
      to see whether the test was like the real peak.
    </p>
  );
}

interface ComparedProps {
  answer: LikenessAnswer;
  window: NonNullable<LikenessAnswer["window"]>;
  timeZone: string;
}

function Compared({ answer, window, timeZone }: ComparedProps) {
  const model = prepareLikeness(answer);
  return (
    <>
      <div className="space-y-3 px-4 py-4 wide:px-5">
        <p className="text-15 font-semibold">{model.lead}</p>
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-13 text-ink-2">
          <span>
            {model.compared} <ViewerTime from={window.from} to={window.to} timeZone={timeZone} />,{" "}
            {model.requests}
          </span>
          <SimulatedTag simulated={window.simulated} />
        </p>
        <Checks checks={model.checks} />
        <WindowChoice window={window} />
      </div>
      {model.rows.length === 0 ? null : <Labels model={model} />}
      <SheetNote>
        The test counts with all its requests, and its load with the steady phase. What isn&rsquo;t known
        doesn&rsquo;t speak against a test, but without the label mix and the load nothing speaks for it.
      </SheetNote>
    </>
  );
}

function Checks({ checks }: Pick<LikenessModel, "checks">) {
  return (
    <dl className="max-w-[90ch] divide-y divide-line text-13">
      {checks.map(({ kind, title, state, tone, words }) => (
        <div key={kind} className="grid grid-cols-[6rem_5.5rem_1fr] gap-x-3 py-2 max-wide:grid-cols-2">
          <dt className="font-medium">{title}</dt>
          <dd className={`font-semibold ${tone}`}>{state}</dd>
          <dd className="text-ink-2 wrap-anywhere max-wide:col-span-2">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function WindowChoice({ window }: Pick<ComparedProps, "window">) {
  const { note } = useRunView();
  const shown = { from: window.from, to: window.to };
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null);
  const [now] = useState(() => new Date());
  if (typed === null)
    return (
      <Button onClick={() => setTyped({ from: toField(shown.from), to: toField(shown.to) })}>
        Compare with another window
      </Button>
    );
  const read = readRange(typed, { shown, now });
  return (
    <Form
      className="max-w-xl space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if ("problem" in read) return;
        note({ live: read.range });
        setTyped(null);
      }}
    >
      <RangeFields typed={typed} read={read} onChange={(changes) => setTyped({ ...typed, ...changes })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={"problem" in read}>
          Compare
        </Button>
        <Button
          onClick={() => {
            note({ live: null });
            setTyped(null);
          }}
        >
          Use the busiest hour
        </Button>
      </div>
    </Form>
  );
}

function Labels({ model: { rows, more, mix } }: { model: LikenessModel }) {
  return (
    <>
      <Table label="Shares of the requests by label" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col" className="right">
              Test
            </th>
            <th scope="col" className="right">
              Live traffic
            </th>
            <th scope="col" className="right">
              Difference, points
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, testLabel, test, live, difference }) => (
            <tr key={label}>
              <th scope="row" className="max-w-96">
                <bdi title={label} className="block truncate font-mono text-12 font-normal">
                  {label}
                </bdi>
                {testLabel === null ? null : (
                  <span className="block truncate text-12 font-normal text-ink-3">
                    in the test <bdi className="font-mono">{testLabel}</bdi>
                  </span>
                )}
              </th>
              <td className="right">{test}</td>
              <td className="right">{live}</td>
              <td className="right">{difference}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-13 text-ink-2 wide:px-5">
        {more > 0 ? <span>{more} more labels.</span> : null}
        {mix === null ? null : (
          <>
            <span className="wide:ml-auto">Live mix for your test</span>
            <CopyButton text={mix.json} label="Copy JSON" name="Copy JSON of the live mix" />
            <CopyButton text={mix.csv} label="Copy CSV" name="Copy CSV of the live mix" />
          </>
        )}
      </div>
    </>
  );
}

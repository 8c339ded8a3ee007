import clsx from "clsx";
import { BlockHead, DataList, Sentence, SheetSection, SheetTitle, Table } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { HealthFact, HealthModel, HealthRow, StartRow } from "./prepare-health.ts";
import { SettingsFrame } from "./settings-frame.tsx";

interface HealthPageProps {
  model: HealthModel;
  workspaceName: string;
  timeZone: string;
}

export function HealthPage({ model, workspaceName, timeZone }: HealthPageProps) {
  return (
    <SettingsFrame
      page="health"
      workspaceName={workspaceName}
      mayManage
      sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
    >
      <Table label="Processes" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Process</th>
            <th scope="col">Running since</th>
            <th scope="col" className="right">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {model.processes.map((row) => (
            <Process key={row.id} row={row} timeZone={timeZone} />
          ))}
        </tbody>
      </Table>
      <SheetSection>
        <SheetTitle>Disk space</SheetTitle>
        <Facts facts={model.disk} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Work</SheetTitle>
        <Facts facts={model.work} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Starts and restarts</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          The latest of 30 days, newest first. Only ingest reports that it shuts down: one that ended without
          a report was killed or crashed.
        </p>
      </SheetSection>
      <Table label="Starts and restarts" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Process</th>
            <th scope="col">Started</th>
            <th scope="col" className="right">
              Ended
            </th>
          </tr>
        </thead>
        <tbody>
          {model.starts.map((row) => (
            <Start key={row.id} row={row} timeZone={timeZone} />
          ))}
        </tbody>
      </Table>
    </SettingsFrame>
  );
}

function Process({ row, timeZone }: { row: HealthRow; timeZone: string }) {
  return (
    <tr>
      <th scope="row">
        <span className="font-semibold">{row.name}</span>
        <span className="mt-0.5 block text-12 font-normal text-ink-3 wrap-anywhere">{row.detail}</span>
      </th>
      <td>
        <BlockHead>Running since</BlockHead>
        {row.startedAt === null ? "-" : <ViewerTime from={row.startedAt} timeZone={timeZone} />}
      </td>
      <td className={clsx("right max-wide:text-left!", row.tone !== "good" && "font-semibold text-bad")}>
        <BlockHead>State</BlockHead>
        {row.state}
      </td>
    </tr>
  );
}

function Facts({ facts }: { facts: readonly HealthFact[] }) {
  const items = facts.map(({ name, value, problem }) => ({
    key: name,
    name,
    value: (
      <>
        {value}
        {problem === null ? null : (
          <span className="mt-0.5 block text-12 font-normal text-bad">{problem}</span>
        )}
      </>
    ),
  }));
  return <DataList items={items} className="mt-2 max-w-[520px]" />;
}

function Start({ row, timeZone }: { row: StartRow; timeZone: string }) {
  return (
    <tr>
      <th scope="row" className="font-normal">
        {row.name}
      </th>
      <td>
        <BlockHead>Started</BlockHead>
        <ViewerTime from={row.startedAt} timeZone={timeZone} />
        {row.cause === "" ? null : <span className="block text-12 text-ink-3">{row.cause}</span>}
      </td>
      <td className="right max-wide:text-left!">
        <BlockHead>Ended</BlockHead>
        {row.end === null ? (
          "Running"
        ) : (
          <>
            {row.end.words} <ViewerTime from={row.end.at} timeZone={timeZone} />
          </>
        )}
      </td>
    </tr>
  );
}

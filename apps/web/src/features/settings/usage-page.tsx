import type { WorkspaceStorage as Storage } from "@headroom/contract";
import { DataList, Notice, ProgressBar, Sentence, SheetSection, SheetTitle, Table } from "@headroom/ui";
import type { UsageModel } from "./prepare-usage.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { WorkspaceStorage } from "./workspace-storage.tsx";

interface UsagePageProps {
  model: UsageModel;
  /** What the server's operator calls the workspace. */
  slug: string;
  storage: Storage;
  workspaceName: string;
  mayManage: boolean;
}

/** What the workspace holds, and what was uploaded to it. */
export function UsagePage({ model, slug, storage, workspaceName, mayManage }: UsagePageProps) {
  return (
    <SettingsFrame
      page="usage"
      workspaceName={workspaceName}
      mayManage={mayManage}
      sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
    >
      <SheetSection>
        <SheetTitle>Storage</SheetTitle>
        <WorkspaceStorage storage={storage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Uploads today</SheetTitle>
        <Today today={model.uploadsToday} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Contents</SheetTitle>
        <DataList items={model.holds} className="mt-2 max-w-[520px]" />
        <p className="mt-3 text-13 text-ink-2">
          The people who run this server know this workspace as <code className="font-mono">{slug}</code>.
        </p>
      </SheetSection>
      {model.days.length === 0 ? null : <Days days={model.days} />}
    </SettingsFrame>
  );
}

function Today({ today: { text, used, quota, isUsedUp } }: { today: UsageModel["uploadsToday"] }) {
  return (
    <div className="mt-2 flex max-w-[520px] flex-col gap-2">
      {quota === null || quota === 0 ? null : (
        <ProgressBar label="Uploads used" value={Math.min(used, quota)} most={quota} />
      )}
      <p className="text-14">{text}</p>
      {isUsedUp ? (
        <Notice tone="bad">
          {quota === 0
            ? "New uploads and live runs are refused. "
            : "New uploads and live runs are refused until 00:00 UTC. What has started can still finish. "}
          The people who run this server can raise the quota.
        </Notice>
      ) : null}
    </div>
  );
}

function Days({ days }: Pick<UsageModel, "days">) {
  return (
    <>
      <SheetSection>
        <SheetTitle>Uploads by day</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          The last 30 days, in UTC. Runs that were deleted since are included. Live traffic of services isn't.
        </p>
      </SheetSection>
      <Table label="Uploads by day" narrow="fit">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="right">
              Uploads
            </th>
            <th scope="col" className="right">
              Samples
            </th>
            <th scope="col" className="right">
              Received
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, uploads, samples, bytes }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td className="right">{uploads}</td>
              <td className="right">{samples}</td>
              <td className="right">{bytes}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

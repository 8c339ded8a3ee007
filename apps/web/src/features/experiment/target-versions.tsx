import { plural } from "@headroom/core/format";
import { Notice, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { JudgeAll } from "./judge-all.tsx";
import type { TargetVersion } from "./prepare-experiment.ts";

interface TargetVersionsProps {
  versions: readonly TargetVersion[];
  experimentId: string;
  judgedByOthers: number;
  /** Null: the viewer may not. */
  editHref: string | null;
  timeZone: string;
}

/** Below the targets: where they are from, the way to change them, and the ones that runs were judged by before. */
export function TargetVersions(props: TargetVersionsProps) {
  const { versions, experimentId, judgedByOthers, editHref, timeZone } = props;
  const [present, ...others] = versions;
  const earlier = others.filter(({ branch }) => branch === null);
  const ofBranches = others.filter(({ branch }) => branch !== null);
  return (
    <div className="border-t border-line px-4 py-2.5 text-12 text-ink-3 wide:px-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5">
        {present === undefined || present.texts.length === 0 ? (
          <p className="text-13 text-ink-2">No targets yet, so runs get no verdict.</p>
        ) : null}
        {present ? <VersionLine version={present} timeZone={timeZone} /> : null}
        {editHref ? (
          <AppLink href={editHref} className={`${textLinkClass} wide:ml-auto`}>
            {present === undefined || present.texts.length === 0 ? "Add the first target" : "Change targets"}
          </AppLink>
        ) : null}
      </div>
      {judgedByOthers > 0 && present ? (
        <Notice
          className="mt-2"
          action={editHref ? <JudgeAll experimentId={experimentId} left={judgedByOthers} /> : null}
        >
          {plural(judgedByOthers, "run was", "runs were")} judged by other targets and{" "}
          {judgedByOthers === 1 ? "doesn't" : "don't"} count toward tested capacity until judged again.
        </Notice>
      ) : null}
      <Versions title={plural(earlier.length, "earlier version")} versions={earlier} timeZone={timeZone} />
      <Versions
        title={`Targets of other branches (${ofBranches.length})`}
        note="They judge the runs of their branch only, until the default branch has them."
        versions={ofBranches}
        timeZone={timeZone}
      />
    </div>
  );
}

interface VersionsProps {
  title: string;
  note?: string;
  versions: readonly TargetVersion[];
  timeZone: string;
}

function Versions({ title, note, versions, timeZone }: VersionsProps) {
  if (versions.length === 0) return null;
  return (
    <details className="mt-1.5">
      <summary className="cursor-pointer text-ink-2">{title}</summary>
      {note ? <p className="mt-2 text-ink-2">{note}</p> : null}
      <ol className="mt-2 flex flex-col gap-3 pb-1">
        {versions.map((version) => (
          <li key={version.version} className="border-t border-line pt-3">
            {version.texts.length === 0 ? (
              <p className="text-ink-2">No targets</p>
            ) : (
              <TargetTexts texts={version.texts} />
            )}
            <VersionLine version={version} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function TargetTexts({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {texts.map((text) => (
        <li key={text} className="font-mono text-12 text-ink wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

function VersionLine({ version, timeZone }: { version: TargetVersion; timeZone: string }) {
  return (
    <p className="min-w-0 wrap-anywhere">
      Version {version.version}, {version.who === null ? null : `${version.who}, `}
      <ViewerTime from={version.createdAt} timeZone={timeZone} /> · {version.runs}
    </p>
  );
}

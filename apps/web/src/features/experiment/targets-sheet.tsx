import { plural } from "@headroom/core/format";
import { Notice, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { JudgeAll } from "./judge-all.tsx";
import type { TargetVersion } from "./prepare-experiment.ts";

interface TargetsSheetProps {
  versions: readonly TargetVersion[];
  experimentId: string;
  judgedByOthers: number;
  /** Null: the viewer may not. */
  editHref: string | null;
  timeZone: string;
}

export function TargetsSheet({
  versions,
  experimentId,
  judgedByOthers,
  editHref,
  timeZone,
}: TargetsSheetProps) {
  const [present, ...others] = versions;
  const earlier = others.filter(({ branch }) => branch === null);
  const ofBranches = others.filter(({ branch }) => branch !== null);
  return (
    <Sheet label="Targets" className="mt-5">
      <SheetSection>
        <SheetTitle>Targets as written</SheetTitle>
        {present === undefined || present.texts.length === 0 ? (
          <p className="mt-3 text-13 text-ink-2">
            No targets yet, so runs get no verdict.{" "}
            {editHref ? (
              <AppLink href={editHref} className={textLinkClass}>
                Add the first target
              </AppLink>
            ) : null}
          </p>
        ) : (
          <TargetTexts texts={present.texts} />
        )}
        {present ? <VersionLine version={present} timeZone={timeZone} /> : null}
        {judgedByOthers > 0 && present ? (
          <Notice
            className="mt-3"
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
      </SheetSection>
    </Sheet>
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
    <details className="mt-4 text-13">
      <summary className="cursor-pointer text-ink-2">{title}</summary>
      {note ? <p className="mt-2 text-ink-2">{note}</p> : null}
      <ol className="mt-2 flex flex-col gap-4">
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
    <ul className="mt-3 flex flex-col gap-1.5">
      {texts.map((text) => (
        <li key={text} className="font-mono text-13 wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

function VersionLine({ version, timeZone }: { version: TargetVersion; timeZone: string }) {
  return (
    <p className="mt-2 text-12 wrap-anywhere text-ink-3">
      Version {version.version}, {version.who}, <ViewerTime from={version.createdAt} timeZone={timeZone} /> ·{" "}
      {version.runs}
    </p>
  );
}

import type { WorkspaceSettings } from "@headroom/contract";
import { Muted, SheetSection, SheetTitle } from "@headroom/ui";
import { RemoveDemo } from "../demo/remove-demo.tsx";
import { AfterStepForm } from "./after-step.tsx";
import { AFTER_STEP_LABEL } from "./after-step-words.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { DefaultBranch } from "./default-branch.tsx";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { KeepRawFiles } from "./keep-raw-files.tsx";
import { ReadinessRules } from "./readiness-rules.tsx";
import { RunAttributes } from "./run-attributes.tsx";
import { TraceUrl } from "./trace-url.tsx";
import { WorkspaceLimits } from "./workspace-limits.tsx";
import { WorkspaceName } from "./workspace-name.tsx";

interface WorkspacePageProps {
  settings: WorkspaceSettings;
  workspaceName: string;
  /** Somebody has loaded the demo, and the reader may remove it. */
  hasDemo: boolean;
  mayManage: boolean;
}

export function WorkspacePage({ settings, workspaceName, hasDemo, mayManage }: WorkspacePageProps) {
  return (
    <SettingsFrame
      page="workspace"
      workspaceName={workspaceName}
      mayManage={mayManage}
      sentence={
        <>
          These settings apply to the whole workspace.{" "}
          <Muted>{mayManage ? "" : "Only owners can change them."}</Muted>
        </>
      }
    >
      <SheetSection>
        <SheetTitle>Name</SheetTitle>
        <WorkspaceName name={workspaceName} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Kept files</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          You can download a kept file as it was uploaded, and parse it again after a parser was fixed. It
          contains everything that the load tool wrote, which may be more than Headroom shows.
        </p>
        <KeepRawFiles keeps={settings.keepRawFiles} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Gates in CI</SheetTitle>
        <DefaultBranch branch={settings.defaultBranch} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>{AFTER_STEP_LABEL}</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          The first run of the default branch that shows a lasting change for the worse fails. Choose what
          happens to later runs until somebody accepts the new level, or the change is gone. If you change
          this, it also applies to the latest 50 runs of each experiment.
        </p>
        <AfterStepForm afterStep={settings.afterStep} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Readiness for peak days</SheetTitle>
        <ReadinessRules settings={settings} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Traces</SheetTitle>
        <TraceUrl url={settings.traceUrl} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Configuration of runs</SheetTitle>
        <RunAttributes names={settings.runAttributes} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Retention and limits</SheetTitle>
        <WorkspaceLimits settings={settings} mayManage={mayManage} />
      </SheetSection>
      <Removals workspaceName={workspaceName} hasDemo={hasDemo} mayManage={mayManage} />
    </SettingsFrame>
  );
}

/** What can't be undone. */
function Removals({ workspaceName, hasDemo, mayManage }: Omit<WorkspacePageProps, "settings">) {
  return (
    <>
      {hasDemo ? (
        <SheetSection>
          <SheetTitle>Demo</SheetTitle>
          <p className="mt-1 mb-2 max-w-[64ch] text-13 text-ink-2">
            This workspace has the demo&apos;s data. What members have added stays when you remove it.
          </p>
          <RemoveDemo />
        </SheetSection>
      ) : null}
      {mayManage ? (
        <SheetSection>
          <SheetTitle>Delete this workspace</SheetTitle>
          <p className="mt-1 mb-2 max-w-[64ch] text-13 text-ink-2">
            Deletes everything in it for good: runs, live traffic, reports, kept files, tokens and the audit
            log. Accounts of members stay. You can&apos;t undo this. If you may need it again, ask your
            operator to export it first.
          </p>
          <DeleteWorkspace name={workspaceName} />
        </SheetSection>
      ) : null}
    </>
  );
}

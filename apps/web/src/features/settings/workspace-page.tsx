import type { WorkspaceSettings } from "@headroom/services";
import { Muted, SheetSection, SheetTitle } from "@headroom/ui";
import { SettingsFrame } from "./settings-frame.tsx";
import { KeepRawFiles } from "./keep-raw-files.tsx";
import { WorkspaceLimits } from "./workspace-limits.tsx";
import { WorkspaceName } from "./workspace-name.tsx";

interface WorkspacePageProps {
  settings: WorkspaceSettings;
  workspaceName: string;
  mayManage: boolean;
}

export function WorkspacePage({ settings, workspaceName, mayManage }: WorkspacePageProps) {
  return (
    <SettingsFrame
      page="workspace"
      workspaceName={workspaceName}
      mayManage={mayManage}
      sentence={
        <>
          What holds for everyone here. <Muted>{mayManage ? "" : "Owners change it."}</Muted>
        </>
      }
    >
      <SheetSection>
        <SheetTitle>Name</SheetTitle>
        <WorkspaceName name={workspaceName} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Uploaded files</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          A kept file can be parsed again when a parser was mended, and be downloaded as it was sent. It holds
          everything that the load tool wrote, so it may hold more than Headroom shows.
        </p>
        <KeepRawFiles keeps={settings.keepRawFiles} mayManage={mayManage} />
      </SheetSection>
      <SheetSection>
        <SheetTitle>Retention and limits</SheetTitle>
        <WorkspaceLimits settings={settings} mayManage={mayManage} />
      </SheetSection>
    </SettingsFrame>
  );
}

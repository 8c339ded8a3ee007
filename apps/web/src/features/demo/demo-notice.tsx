import type { LoadedDemo } from "@headroom/services";
import { Notice, ProgressBar } from "@headroom/ui";
import { ReadAgain } from "../shell/read-again.tsx";
import { prepareDemoLine } from "./demo-line.ts";
import { LoadDemoButton, RemoveDemoButton } from "./demo-buttons.tsx";

interface DemoNoticeProps {
  /** Null: it isn't here. */
  demo: LoadedDemo | null;
  mayEdit: boolean;
}

/** That the workspace has the demo, or how far it has got. */
export function DemoNotice({ demo, mayEdit }: DemoNoticeProps) {
  if (demo === null) return null;
  const { tone, title, text, progress, moves, mayLoad, mayRemove } = prepareDemoLine(demo);
  return (
    <Notice
      tone={tone}
      title={title}
      live={moves || tone === "bad"}
      className="mb-5"
      action={
        mayEdit && (mayLoad || mayRemove) ? (
          <>
            {mayLoad ? <LoadDemoButton label="Try again" /> : null}
            {mayRemove ? <RemoveDemoButton /> : null}
          </>
        ) : null
      }
    >
      {text}
      {progress === null ? null : (
        <span className="mt-2 block max-w-96">
          <ProgressBar label="Runs of the demo" value={progress.runs} most={progress.runsTotal} />
        </span>
      )}
      {moves ? <ReadAgain everySeconds={1.5} minutes={10} /> : null}
    </Notice>
  );
}

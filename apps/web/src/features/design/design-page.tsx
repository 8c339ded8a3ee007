import { Muted, PageHead } from "@headroom/ui";
import { Shell } from "../shell/shell.tsx";
import { readViewer } from "../shell/viewer.ts";
import { ChartRoom } from "./chart-room.tsx";

/** Every token, component and chart with its states. */
export async function DesignPage() {
  const viewer = await readViewer();
  return (
    <Shell crumbs={[{ label: "Design" }]} viewer={viewer}>
      <PageHead
        eyebrow="Only in development"
        sentence={
          <>
            A ceiling, a peak, and the room between them.{" "}
            <Muted>Every token, component and chart, with the states it can be in.</Muted>
          </>
        }
      />
      <ChartRoom />
    </Shell>
  );
}

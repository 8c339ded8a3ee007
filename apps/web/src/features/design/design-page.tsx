import { Muted, Page, PageHead, TopBar } from "@headroom/ui";
import { ThemeSwitch } from "../shell/theme-switch.tsx";
import { readViewer } from "../shell/viewer.ts";
import { BothThemes } from "./both-themes.tsx";
import { ChartRoom } from "./chart-room.tsx";
import { ControlsSection } from "./controls-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import { WordsSection } from "./words-section.tsx";

/** Every token, component and chart with its states. No member is needed: nothing here is anybody's. */
export async function DesignPage() {
  const { theme } = await readViewer();
  return (
    <Page
      topBar={<TopBar home="/" crumbs={[{ label: "Design" }]} pages={[]} />}
      footer={<ThemeSwitch theme={theme} />}
    >
      <PageHead
        eyebrow="Only in development"
        sentence={
          <>
            A ceiling, a peak, and the room between them.{" "}
            <Muted>Every token, component and chart, with the states it can be in.</Muted>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        <BothThemes>{(shown) => <TokensSection {...shown} />}</BothThemes>
        <BothThemes>{(shown) => <WordsSection {...shown} />}</BothThemes>
        <BothThemes>{(shown) => <ControlsSection {...shown} />}</BothThemes>
        <ChartRoom />
      </div>
    </Page>
  );
}

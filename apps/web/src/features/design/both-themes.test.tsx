import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ToastProvider } from "@headroom/ui";
import { BothThemes } from "./both-themes.tsx";
import { ControlsSection } from "./controls-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import { WordsSection } from "./words-section.tsx";

it("gives each landmark of the two themes a name of its own", () => {
  const html = renderToStaticMarkup(
    <ToastProvider>
      <BothThemes>
        {(shown) => (
          <>
            <TokensSection {...shown} />
            <WordsSection {...shown} />
            <ControlsSection {...shown} />
          </>
        )}
      </BothThemes>
    </ToastProvider>,
  );
  const landmarks = [...html.matchAll(/<(?:section|nav|search|[a-z]+ [^>]*role="(?:region|search)")[^>]*>/g)];
  const names = landmarks.map(([tag]) => /aria-label="([^"]*)"/.exec(tag)?.[1] ?? "");
  expect(names.length).toBeGreaterThan(14);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

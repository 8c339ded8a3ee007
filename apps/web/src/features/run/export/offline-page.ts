import { configurationTexts } from "@headroom/core";
import { VERDICT_WORDS, formatClock, formatInstant } from "@headroom/ui";
import type { RunDetail, RunWindow } from "@headroom/services";
import { prepareHonesty } from "../verdict/prepare-honesty.ts";
import { prepareProofPanel } from "../figures/prepare-proof.ts";
import { prepareRunHead } from "../page/prepare-run-head.ts";
import { prepareWarnings } from "../verdict/prepare-warnings.ts";
import { runTitle } from "../view/run-title.ts";
import { windowTitle } from "../view/window-words.ts";
import { notesTitle } from "../page/notes-sheet.tsx";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import { OFFLINE_STYLE } from "./offline-style.ts";
import { charts, targets } from "./offline-charts.ts";
import type { OfflineInput } from "./offline-input.ts";
import { list, section } from "./offline-section.ts";
import { errors, figures, gauges, labels } from "./offline-tables.ts";

/** One run as one file: figures, verdicts, proof and charts, without a script and without a network. */
export function offlinePage(input: OfflineInput): string {
  const { detail, window, savedAt } = input;
  const head = prepareRunHead(detail);
  const title = runTitle(detail);
  const meta = [
    ...(head.labelFilter === null ? [] : [head.labelFilter]),
    `${detail.service.name}: ${head.meta.map(({ name, value }) => `${name} ${value}`).join(" · ")}`,
    `${formatInstant(new Date(head.startedAt), "UTC")} UTC${head.length === null ? "" : `, ${head.length}`}`,
  ];
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${{ text: OFFLINE_STYLE }}
        </style>
      </head>
      <body>
        <main>
          <p class="eyebrow"><b class="pill ${head.state}">${VERDICT_WORDS[head.state]}</b> ${title}</p>
          <h1>${head.sentence.lead} <span class="muted">${head.sentence.rest}</span></h1>
          ${meta.map((line) => markup`<p class="meta">${line}</p>`)}
          <p class="meta">
            Shown: ${windowTitle(window)}${input.view.successful ? ", successful requests only" : ""}.
          </p>
          ${targets(detail)}${charts(input)}${figures(input)}${proof(detail, window)}${marks(detail, window)}${notes(detail)}${gauges(input)}${labels(input)}${errors(input)}${said(input)}
          <footer>
            Saved from Headroom on ${formatInstant(savedAt, "UTC")} UTC. Percentiles come from merged sketches
            and are never averaged. <a href="${detail.answer.run.url}">Open the run</a>
          </footer>
        </main>
      </body>
    </html> `.text;
}

function proof({ loadModel, steady }: RunDetail, window: RunWindow): Html {
  const { grade, facts, reasons } = prepareProofPanel({ proof: window.proof, loadModel, steady, window });
  return section(
    `Proof of percentile: grade ${grade}`,
    markup`${list(facts)}
      <ul>
        ${reasons.map((reason) => markup`<li>${reason}</li>`)}
      </ul>`,
  );
}

function marks(detail: RunDetail, window: RunWindow): Html | null {
  const all = [...prepareHonesty(detail, window), ...prepareWarnings(detail.answer)];
  if (all.length === 0) return null;
  return section(
    "What to know about this run",
    markup`<ul>
      ${all.map(({ title, detail: words, where }) => markup`<li><b>${title}.</b> ${words} ${where ?? ""}</li>`)}
    </ul>`,
  );
}

function notes({ notes: text, changed, configuration }: RunDetail): Html | null {
  const keys = configurationTexts(configuration);
  if (text === null && changed === null && keys.length === 0) return null;
  return section(
    notesTitle({ notes: text, changed, configuration }),
    markup`${changed === null ? null : markup`<p>What was changed: <b>${changed}</b></p>`}
      <p class="meta">${keys.join(" · ")}</p>
      ${text === null ? null : markup`<p class="pre">${text}</p>`}`,
  );
}

function said({ comments, events, detail }: OfflineInput): Html | null {
  if (comments.length + events.length === 0) return null;
  const origin = detail.origin?.getTime() ?? 0;
  return section(
    "Comments and events",
    markup`<ul>
      ${events.map(
        ({ at, kind, title }) =>
          markup`<li>${formatClock((Date.parse(at) - origin) / 1000)} ${kind.replace("-", " ")}: ${title}</li>`,
      )}${comments.map(
        ({ atSeconds, author, body, resolved }) =>
          markup`<li>
            ${atSeconds === null ? "" : `${formatClock(atSeconds)} `}<b>${author ?? "A former member"}:</b>
            <span class="pre">${body}</span>${resolved === null ? "" : " (resolved)"}
          </li>`,
      )}
    </ul>`,
  );
}

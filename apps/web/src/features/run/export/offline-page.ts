import type { RunFailures } from "@headroom/contract";
import { VERDICT_WORDS, formatClock, formatCount, formatInstant } from "@headroom/ui";
import { prepareHistogram, preparePercentileCurve, prepareTimeline } from "@headroom/ui/charts";
import type { RunComment, RunDetail, RunWindow, WindowLabel } from "@headroom/services";
import { prepareBeside } from "../prepare-beside.ts";
import { prepareDistribution, shownDistribution } from "../prepare-distribution.ts";
import { prepareErrors } from "../prepare-errors.ts";
import { prepareFigures, shownSummary } from "../prepare-figures.ts";
import { prepareHonesty } from "../prepare-honesty.ts";
import { prepareLabel, verdictsByLabel } from "../prepare-labels.ts";
import { prepareProofNote, prepareProofPanel } from "../prepare-proof.ts";
import { prepareRunHead } from "../prepare-run-head.ts";
import { prepareTargetCells } from "../prepare-target-cells.ts";
import { prepareWarnings } from "../prepare-warnings.ts";
import { expectedRate, prepareWorkload } from "../prepare-workload.ts";
import type { RunView } from "../search-params.ts";
import { timelineFrame, timelineInput } from "../timeline-input.ts";
import type { TimelineExtras } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-slices.ts";
import { windowTitle } from "../window-words.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import { OFFLINE_STYLE } from "./offline-style.ts";
import { drawCurve, drawHistogram, drawPanel } from "./svg.ts";

export interface OfflineInput {
  detail: RunDetail;
  view: RunView;
  window: RunWindow;
  /** Null: the source gives nothing over time. */
  timeline: TimelineFigures | null;
  labels: { labels: readonly WindowLabel[]; found: number };
  failures: RunFailures;
  events: TimelineExtras["events"];
  comments: readonly RunComment[];
  savedAt: Date;
}

/** One run as one file: figures, verdicts, proof and charts, without a script and without a network. */
export function offlinePage(input: OfflineInput): string {
  const { detail, window, savedAt } = input;
  const head = prepareRunHead(detail);
  const title = `${detail.experiment.name}, run ${detail.number}`;
  const meta = [
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
          ${targets(detail)}${charts(input)}${figures(input)}${proof(detail, window)}${marks(detail, window)}${notes(detail)}${labels(input)}${errors(input)}${said(input)}
          <footer>
            Saved from Headroom on ${formatInstant(savedAt, "UTC")} UTC. Percentiles come from merged sketches
            and are never averaged. <a href="${detail.answer.run.url}">The run</a>
          </footer>
        </main>
      </body>
    </html> `.text;
}

function section(title: string, body: Html | readonly Html[]): Html {
  return markup`<section>
    <h2>${title}</h2>
    ${body}
  </section>`;
}

function targets({ answer, loadModel, steady }: RunDetail): Html {
  const judged = { proof: answer.proof, loadModel, steady };
  const cells = prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure));
  return markup`<ul class="strip">
    ${cells.map(
      ({ title, verdict, value, unit, caption, proof: note }) =>
        markup`<li>
          <span>${title}</span>${
            verdict === "untargeted" ? null : markup`<b class="pill ${verdict}">${VERDICT_WORDS[verdict]}</b>`
          }
          <p>
            <strong>${value ?? "not given"}</strong> ${value === null ? "" : unit}
            ${note === null ? null : markup`<span class="grade" title="${note.title}">${note.grade}</span>`}
          </p>
          <small>${caption}</small>
        </li>`,
    )}
  </ul>`;
}

function charts({ detail, view, window, timeline, events, comments }: OfflineInput): Html {
  const frame = timelineFrame(detail.answer, detail.steady, view.label, expectedRate(detail.workload));
  const drawn = window.kind === "slice" ? window : null;
  const over =
    timeline === null
      ? null
      : prepareTimeline(timelineInput(frame, timeline, { window: drawn, events, comments, gauges: [] }));
  const { successful } = view;
  const distribution = shownDistribution(window, successful);
  const around = prepareDistribution(detail, window, { successful, frame });
  const curve =
    distribution === null
      ? null
      : preparePercentileCurve({
          runs: [{ key: "run", name: "this run", requests: around.requests, points: distribution.curve }],
          targets: around.targets,
        });
  return markup`${
    over === null
      ? section(
          "Throughput and latency",
          markup`<p>This run has no time series: its source holds totals alone.</p>`,
        )
      : section(
          view.label === null ? "Throughput and latency" : `Throughput and latency of ${view.label.name}`,
          markup`${over.panels.map((panel) => drawPanel(over, panel))}
            <p class="meta">${over.pointText}</p>`,
        )
  }${
    distribution === null || curve === null
      ? null
      : section(
          "Distribution",
          markup`<p class="meta">${around.caption}</p>
            ${drawCurve(curve)}${drawHistogram(
              prepareHistogram({ bars: distribution.histogram, marks: around.marks }),
            )}`,
        )
  }`;
}

function figures({ detail, view, window }: OfflineInput): Html {
  const { successful, label } = view;
  const beside = label === null ? prepareBeside(detail.answer, window) : null;
  const table = prepareFigures({ window, successful, beside });
  const workload = prepareWorkload(detail);
  return markup`${section(
    "Figures",
    markup`<table>
        <thead>
          <tr>
            <th></th>
            <th class="r">${table.shown.name}</th>
            ${table.beside === null ? null : markup`<th class="r">${table.beside.name}</th>`}
            <th class="r">beyond</th>
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (row) =>
              markup`<tr>
                <th>${row.name}</th>
                <td class="r"><b>${row.shown}</b></td>
                ${table.beside === null ? null : markup`<td class="r">${row.beside ?? ""}</td>`}
                <td class="r">${row.beyond ?? ""}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${table.note === null ? null : markup`<p class="meta">${table.note}</p>`}`,
  )}${workload === null ? null : section("Workload", list(workload.rows))}`;
}

function list(rows: readonly { name: string; value: string }[]): Html {
  return markup`<dl>
    ${rows.map(
      ({ name, value }) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
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

function notes({ notes: text, labels: tags }: RunDetail): Html | null {
  const words = Object.entries(tags).map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  if (text === null && words.length === 0) return null;
  return section(
    "Notes",
    markup`${text === null ? null : markup`<p class="pre">${text}</p>`}
      <p class="meta">${words.join(" · ")}</p>`,
  );
}

function labels({ detail, view, window, labels: page }: OfflineInput): Html | null {
  if (page.labels.length === 0) return null;
  const context = {
    requests: shownSummary(window, view.successful).requests,
    verdicts: verdictsByLabel(detail.answer.targets),
  };
  const rows = page.labels.map((label) => prepareLabel(label, context));
  const more = page.found - rows.length;
  const heads = ["Share", "req/s", "p50", "p90", "p95", "p99, ms", "p99.9", "Max", "Errors"];
  return section(
    `Labels (${formatCount(page.found)})`,
    markup`<div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Label</th>
              ${heads.map((head) => markup`<th class="r">${head}</th>`)}
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                markup`<tr>
                  <th>
                    <code>${row.label}</code>${row.note === null ? null : markup`<small>${row.note}</small>`}
                  </th>
                  ${[
                    `${row.share} %`,
                    row.throughput,
                    row.p50,
                    row.p90,
                    row.p95,
                    row.p99,
                    row.p999,
                    row.max,
                    row.errors,
                  ].map((text) => markup`<td class="r">${text}</td>`)}
                  <td>
                    ${
                      row.verdict === null
                        ? null
                        : markup`<b class="pill ${row.verdict}">${VERDICT_WORDS[row.verdict]}</b>`
                    }
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${more > 0 ? markup`<p class="meta">${formatCount(more)} more stand in the labels' CSV.</p>` : null}`,
  );
}

function errors({ detail, failures }: OfflineInput): Html | null {
  const { rows, note } = prepareErrors(failures, detail.answer.summary.errors);
  if (rows.length === 0) return null;
  return section(
    "Errors of the whole run",
    markup`<table>
        <thead>
          <tr>
            <th>Reason</th>
            <th class="r">Times</th>
            <th class="r">Share</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ reason, times, share }) =>
              markup`<tr>
                <th><code>${reason}</code></th>
                <td class="r">${times}</td>
                <td class="r">${share}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${note === null ? null : markup`<p class="meta">${note}</p>`}`,
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
        ({ atSeconds, author, body }) =>
          markup`<li>
            ${atSeconds === null ? "" : `${formatClock(atSeconds)} `}<b>${author ?? "A former member"}:</b>
            <span class="pre">${body}</span>
          </li>`,
      )}
    </ul>`,
  );
}

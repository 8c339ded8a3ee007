import {
  exportErrors,
  exportGauges,
  exportHgrm,
  exportLabels,
  exportOfflinePage,
  exportSlowest,
  exportTimeline,
} from "../../../../../../features/run/export/read-export.ts";
import type { ExportRequest } from "../../../../../../features/run/export/read-export.ts";
import { readRunView } from "../../../../../../features/run/view/search-params.ts";
import { orNotFound, serverCaller } from "../../../../../../server/server-caller.ts";

interface Route {
  params: Promise<{ id: string; file: string }>;
}

interface Exported {
  type: string;
  body: (request: ExportRequest) => Promise<string | ReadableStream | null>;
}

const FILES: Readonly<Record<string, Exported>> = {
  "page.html": { type: "text/html", body: exportOfflinePage },
  "labels.csv": { type: "text/csv", body: async (request) => streamOf(exportLabels(request)) },
  "timeline.csv": { type: "text/csv", body: exportTimeline },
  "errors.csv": { type: "text/csv", body: exportErrors },
  "slowest.csv": { type: "text/csv", body: exportSlowest },
  "gauges.csv": { type: "text/csv", body: exportGauges },
  "percentiles.hgrm": { type: "text/plain", body: exportHgrm },
  "run.json": {
    type: "application/json",
    body: async ({ detail }) => `${JSON.stringify(detail.answer, null, 2)}\n`,
  },
};

/** Exports what the page shows, for the window and the requests that its address names. */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { id, file } = await params;
  const exported = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
  if (exported === undefined) return new Response("File not found.\n", { status: 404 });
  const caller = await serverCaller();
  const detail = await orNotFound(caller.run.get({ runId: id }));
  const view = readRunView(Object.fromEntries(new URL(request.url).searchParams));
  const body = await orNotFound(exported.body({ caller, detail, view }));
  if (body === null)
    return new Response(
      "This run's source doesn't report single latencies, so there are no percentiles to export.\n",
      {
        status: 404,
      },
    );
  return new Response(body, {
    headers: {
      "content-type": `${exported.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${nameOf(detail.experiment.slug, detail.number, file)}"`,
      "cache-control": "no-store",
    },
  });
}

function nameOf(slug: string, number: number, file: string): string {
  return `${slug.replaceAll(/[^a-z0-9-]/g, "-").slice(0, 80)}-run-${number}-${file}`;
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

import type { FastifyInstance } from "fastify";
import type { DetectionAnswer } from "@headroom/contract";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import {
  chooseFormat,
  DETECTION_BYTES,
  detectFormat,
  formats,
  readTable,
  suggestMapping,
} from "@headroom/formats";
import type { Format } from "@headroom/formats";
import { decodeBody } from "../body/decode.ts";
import { openBody } from "../body/open-body.ts";
import type { Deps } from "../deps.ts";
import { readingOf } from "../upload/reading.ts";
import { serve } from "../plugins/serve.ts";

const known = formats.map(({ id, tool, title }) => ({ id, tool, title }));

/**
 * Identifies a file by its first bytes, before all of it is sent. If the request names a format (tool=, mapping=), the
 * response says whether an upload with the same parameters would be refused.
 */
export function detectRoute(app: FastifyInstance, { bodyLimits }: Deps): void {
  serve(app, "POST /v1/detect", async (request): Promise<DetectionAnswer> => {
    const { tool, mapping } = readingOf(request.query);
    const { chunks } = decodeBody(await openBody(request, bodyLimits), bodyLimits);
    const head = await readHead(chunks);
    if (tool !== "auto" || mapping !== null) {
      return {
        format: told(chooseFormat(head, { tool, mapping, storedMapping: null }).format),
        tried: [],
        refusal: null,
        table: null,
        known,
      };
    }
    const detected = detectFormat(head);
    return detected.ok
      ? { format: told(detected.format), tried: [], refusal: null, table: null, known }
      : { format: null, tried: detected.tried, refusal: refusalOf(head), table: tableOf(head), known };
  });
}

const MAX_COLUMNS = 60;
const MAX_ROWS = 5;
const MAX_VALUE_LENGTH = 60;

/** What a person needs to see to say what each column means. */
function tableOf(head: Uint8Array): DetectionAnswer["table"] {
  const table = readTable(head);
  if (table === null) return null;
  const mapping = suggestMapping(head)?.mapping ?? null;
  return {
    columns: table.names.slice(0, MAX_COLUMNS).map((name, at) => ({
      name,
      values: table.rows.slice(0, MAX_ROWS).map((row) => (row[at] ?? "").slice(0, MAX_VALUE_LENGTH)),
    })),
    mapping: mapping === null ? null : JSON.stringify(mapping),
  };
}

function refusalOf(head: Uint8Array): DetectionAnswer["refusal"] {
  try {
    chooseFormat(head, { tool: "auto", mapping: null, storedMapping: null });
    return null;
  } catch (error) {
    if (!isHeadroomError(error)) throw error;
    return { detail: error.message, hint: error.hint };
  }
}

function told({ id, tool, title, reads, role }: Format): DetectionAnswer["format"] {
  return { id, tool, title, reads, role };
}

/** A compressed file that is cut off after its first bytes is still readable. */
async function readHead(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      head.push(chunk);
      bytes += chunk.length;
      if (bytes >= DETECTION_BYTES) break;
    }
  } catch (error) {
    if (bytes === 0) throw error;
  }
  if (bytes === 0) {
    throw new HeadroomError("file-empty", "The body is empty.", {
      hint: "Send the first 64 KB of the file.",
    });
  }
  return Buffer.concat(head).subarray(0, DETECTION_BYTES);
}

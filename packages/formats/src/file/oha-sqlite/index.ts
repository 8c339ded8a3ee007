import type { Detection, Format } from "../../parser.ts";
import { OhaSqliteParser } from "./oha-sqlite-parser.ts";
import { readOhaTable } from "./oha-table.ts";

export const ohaSqlite: Format = {
  id: "oha-sqlite",
  tool: "oha",
  title: "oha requests (SQLite)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => new OhaSqliteParser(sink, options),
};

function detection(head: Uint8Array): Detection {
  const table = readOhaTable(head);
  return table.ok ? { match: true } : { match: false, reason: table.reason };
}

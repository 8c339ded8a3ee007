import { tableFromIPC } from "apache-arrow";
import { cellFileAbout } from "@headroom/contract";
import type { CellFileAbout } from "@headroom/contract";
import "../cell-file/arrow-zstd.ts";

/** Whole numbers are numbers, and times milliseconds. */
export function readArrow(bytes: Uint8Array): {
  about: CellFileAbout;
  cells: (Record<string, unknown> & { second: number })[];
} {
  const table = tableFromIPC(bytes);
  const about = JSON.parse(table.schema.metadata.get("headroom") ?? "null") as unknown;
  const cells = JSON.parse(
    JSON.stringify(table.toArray(), (_, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    ),
  ) as ReturnType<typeof readArrow>["cells"];
  return { about: cellFileAbout.parse(about), cells };
}

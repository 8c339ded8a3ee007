import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { cellOf, statsReport, statsShape } from "./figures.ts";

const nodeShape = z.object({
  type: z.enum(["GROUP", "REQUEST"]),
  name: z.string(),
  stats: statsShape,
  contents: z.record(z.string(), z.unknown()).optional(),
});
type Node = z.output<typeof nodeShape>;

/** Groups in groups; nobody nests them deeper. */
const MAX_DEPTH = 100;

/** Reads the tree whose root is all requests: groups, which are kept beside them, and requests named with their groups. */
export function readStats(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const root = readNode(value);
  sink.total(ALL_REQUESTS, cellOf(root.stats));
  const left = childrenOf(root, []);
  let entries = 1;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const node = readNode(next.value);
    const path = [...next.groups, node.name];
    const label = sink.label(path.join(" / "), node.type === "REQUEST" ? "request" : "transaction");
    sink.total(label, cellOf(node.stats));
    entries += 1;
    left.push(...childrenOf(node, path));
  }
  return statsReport("gatling-stats", root.stats, entries, findings);
}

function readNode(value: unknown): Node {
  return readShape(nodeShape, value, "Gatling stats.json");
}

/** Last first, as they are taken from the end. */
function childrenOf({ contents = {} }: Node, groups: string[]): { value: unknown; groups: string[] }[] {
  if (groups.length > MAX_DEPTH) {
    throw new HeadroomError(
      "file-unreadable",
      `This is not a valid Gatling stats.json: groups are nested deeper than ${MAX_DEPTH} levels.`,
    );
  }
  return Object.values(contents)
    .map((value) => ({ value, groups }))
    .toReversed();
}

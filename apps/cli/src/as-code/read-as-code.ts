import { HeadroomError, parseTarget } from "@headroom/core";
import { asCode } from "@headroom/contract";
import type { AsCode, ExperimentAsCode } from "@headroom/contract";
import type { z } from "zod";
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";

/** The file is the caller's own, and experiments share targets by aliases. The server takes none. */
const MAX_ALIASES = 50;

/** Reads `headroom.yaml`. Every problem is reported with the line and column where it is. */
export function readAsCode(text: string, path: string): AsCode {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source: Source = { document, lines, path };
  const [broken] = document.errors;
  if (broken !== undefined) throw problemAt(path, placeOf(lines, broken.pos[0]), broken.message);
  const read = asCode.safeParse(valueOf(source));
  if (!read.success) throw refusal(source, read.error);
  for (const [name, { targets = [] }] of Object.entries(read.data.experiments))
    for (const [at, target] of targets.entries()) {
      const parsed = parseTarget(target);
      if (parsed.ok) continue;
      const words = `The target "${target}" cannot be read: ${parsed.error.message}`;
      throw problemAt(path, locate(source, ["experiments", name, "targets", at]), words);
    }
  return read.data;
}

interface Source {
  document: Document;
  lines: LineCounter;
  path: string;
}

function refusal(source: Source, { issues: [issue] }: z.ZodError): HeadroomError {
  const at = issue?.path ?? [];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  return unknown === undefined
    ? problemAt(source.path, locate(source, at), `${at.map(String).join(".")}: ${issue?.message}`)
    : problemAt(source.path, locateKey(source, at, unknown), `Unknown key "${unknown}".`);
}

/** The experiment that a run belongs to: the named one, or the only one. */
export function experimentIn(
  { experiments }: AsCode,
  name: string | undefined,
  path: string,
): { name: string; experiment: ExperimentAsCode } {
  const names = Object.keys(experiments);
  const found = name ?? (names.length === 1 ? names[0] : undefined);
  const experiment = found === undefined ? undefined : experiments[found];
  if (found !== undefined && experiment !== undefined) return { name: found, experiment };
  throw new HeadroomError(
    "parameter-unreadable",
    name === undefined ? `${path} has ${names.length} experiments.` : `${path} has no experiment "${name}".`,
    { hint: `Name one with --experiment: ${names.map((one) => `"${one}"`).join(", ")}.` },
  );
}

function valueOf({ document, path }: Source): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new HeadroomError("file-unreadable", `${path} cannot be read: ${String(cause)}`, { cause });
  }
}

/** The place of a value, or of the nearest one around it that is in the file. */
function locate({ document, lines }: Source, at: readonly PropertyKey[]): Place {
  for (let depth = at.length; depth >= 0; depth--) {
    const node = document.getIn(at.slice(0, depth), true);
    if (isNode(node) && node.range) return placeOf(lines, node.range[0]);
  }
  return { line: 1, column: 1 };
}

function locateKey(source: Source, at: readonly PropertyKey[], key: string): Place {
  const map = source.document.getIn(at, true);
  const pair = isMap(map)
    ? map.items.find((item) => isScalar(item.key) && item.key.value === key)
    : undefined;
  const range = isScalar(pair?.key) ? pair.key.range : null;
  return range ? placeOf(source.lines, range[0]) : locate(source, at);
}

interface Place {
  line: number;
  column: number;
}

function placeOf(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

function problemAt(path: string, { line, column }: Place, words: string): HeadroomError {
  return new HeadroomError("file-unreadable", `${path}:${line}:${column}: ${words}`, { line });
}

import { decodeDistribution, encodeDistributionInto, kindNumber } from "../cell/cell-codec.ts";
import { withoutOutcome } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { HeadroomError } from "../problem.ts";
import { ByteReader, ByteWriter } from "../sketch/varint.ts";
import type { FoldedCell } from "./fold-cells.ts";
import { decodeTexts, TextTable } from "./text-table.ts";

/**
 * version 1 | length of the texts | length of the figures | texts | figures | distributions
 *   texts: rules and labels as JSON, each once
 *   figures of a cell: rule | label | second | requests | errors | without outcome | items | bytes | known | sum | min | max |
 *     kind | length of the distribution of all requests | that of the failed ones plus one, or 0
 */
const VERSION = 1;
/** The bits of `known`: a cell may have no sum, minimum or maximum. */
const SUM = 1;
const MIN = 2;
const MAX = 4;

/** Stored in the live log only: an update may find what the version before has left there. */
export function encodeFoldedCells(cells: readonly FoldedCell[]): Uint8Array {
  const texts = new TextTable();
  const [figures, distributions] = [new ByteWriter(), new ByteWriter()];
  for (const { rule, label, second, cell } of cells) {
    for (const text of [rule, label]) figures.varint(texts.placeOf(text));
    figures.varint(second);
    writeFigures(figures, cell);
    const before = distributions.length;
    const end = encodeDistributionInto(distributions, cell.distribution);
    const failed = distributions.length - end;
    figures.varint(end - before);
    figures.varint(failed === 0 ? 0 : failed + 1);
  }
  const texted = texts.encode();
  const out = new ByteWriter();
  out.byte(VERSION);
  for (const part of [texted, figures]) out.varint(part.length);
  for (const part of [texted, figures.copy(), distributions.copy()]) out.raw(part);
  return out.copy();
}

function writeFigures(out: ByteWriter, cell: Cell): void {
  const { requests, errors, withoutOutcome: unknown = 0, items, bytes } = cell;
  const { sumMicros, minMicros, maxMicros, distribution } = cell;
  for (const count of [requests, errors, unknown, items, bytes]) out.varint(count);
  out.byte((sumMicros === null ? 0 : SUM) | (minMicros === null ? 0 : MIN) | (maxMicros === null ? 0 : MAX));
  if (sumMicros !== null) out.double(sumMicros);
  for (const extreme of [minMicros, maxMicros]) if (extreme !== null) out.varint(extreme);
  out.byte(kindNumber(distribution));
}

/** Refuses unknown versions, and bytes that `encodeFoldedCells` didn't write. */
export function decodeFoldedCells(bytes: Uint8Array): FoldedCell[] {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION)
    throw new HeadroomError("stored-version-unknown", `Cells of version ${version} are not known.`, {
      hint: "They were written by a newer Headroom: update this one.",
    });
  const [textLength, figuresLength] = [input.varint(), input.varint()];
  const texts = decodeTexts(input.take(textLength));
  const figures = new ByteReader(input.take(figuresLength));
  const cells: FoldedCell[] = [];
  while (figures.remaining > 0) cells.push(readCell(figures, texts, input));
  input.end();
  return cells;
}

function readCell(input: ByteReader, texts: readonly string[], distributions: ByteReader): FoldedCell {
  const [rule, label] = [texts[input.varint()], texts[input.varint()]];
  if (rule === undefined || label === undefined) throw input.broken("names no rule or label");
  const second = input.varint();
  const [requests, errors, unknown] = [input.varint(), input.varint(), input.varint()];
  const [items, bytes] = [input.varint(), input.varint()];
  const known = input.byte();
  const sumMicros = (known & SUM) === 0 ? null : input.double();
  const minMicros = (known & MIN) === 0 ? null : input.varint();
  const maxMicros = (known & MAX) === 0 ? null : input.varint();
  const kind = input.byte();
  const [allLength, failedLength] = [input.varint(), input.varint()];
  const all = distributions.take(allLength);
  const failed = failedLength === 0 ? null : distributions.take(failedLength - 1);
  const distribution = decodeDistribution({ kind, all: allLength === 0 ? null : all, failed });
  const figures = {
    requests,
    errors,
    ...withoutOutcome(unknown),
    items,
    bytes,
    sumMicros,
    minMicros,
    maxMicros,
  };
  return { rule, label, second, cell: { ...figures, distribution } };
}

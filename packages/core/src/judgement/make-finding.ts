import type { Finding } from "./judgement.ts";

const NOTHING = {
  metric: null,
  label: null,
  renamedTo: null,
  before: null,
  after: null,
  unit: null,
  ratio: null,
  interval: null,
  limit: null,
  window: null,
  runs: null,
  doubt: null,
};

type Said = Pick<Finding, "effect" | "kind" | "code"> & Partial<Finding>;

/** A finding says nothing about the fields that it leaves out. */
export function makeFinding(said: Said): Finding {
  return { ...NOTHING, reasons: [], ...said };
}

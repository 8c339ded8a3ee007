import { describeTargetError, formatTarget, HeadroomError, parseTarget } from "@headroom/core";
import type { Target } from "@headroom/core";

/** The targets as canonical text. The first invalid one is reported with the position of the error. */
export function readTargets(texts: readonly string[]): { target: Target; text: string }[] {
  return texts.map((text) => {
    const parsed = parseTarget(text);
    if (parsed.ok) return { target: parsed.target, text: formatTarget(parsed.target) };
    const { at, hint } = parsed.error;
    const pointer = `${text}\n${" ".repeat(at)}^`;
    throw new HeadroomError("target-unreadable", `${describeTargetError(parsed.error)}\n${pointer}`, {
      field: "target",
      byte: Buffer.byteLength(text.slice(0, at)),
      hint,
    });
  });
}

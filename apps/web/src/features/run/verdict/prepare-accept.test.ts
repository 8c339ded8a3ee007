import { expect, it } from "vitest";
import { prepareAccept } from "./prepare-accept.ts";
import { answer, detail } from "../testing/run-fixtures.ts";

it("says who accepted a change, when and why", () => {
  const accepted = { reason: "The index is worth it.", at: "2025-11-05T03:30:00.000Z", by: "Ada" };
  const words = (by: string | null) =>
    prepareAccept({ ...detail, answer: { ...answer, accepted: { ...accepted, by } } });
  expect(words("Ada")).toEqual({
    words: "Accepted by Ada on 5 Nov 2025, 03:30 UTC: The index is worth it.",
    isAccepted: true,
  });
  expect(words(null)?.words).toBe("Accepted on 5 Nov 2025, 03:30 UTC: The index is worth it.");
});

it("offers it only for a run that got worse", () => {
  expect(prepareAccept(detail)).toBeNull();
  expect(prepareAccept({ ...detail, isAcceptable: true })).toEqual({
    words: "Later runs aren't compared with this one.",
    isAccepted: false,
  });
  const words = "Choose Accept change on the run's page.";
  const accept = {
    effect: "note",
    kind: "accept",
    code: "accept",
    about: "comparison",
    words,
    evidence: null,
  };
  const own = { findings: [accept] } as unknown as (typeof detail)["judgements"]["own"];
  const judgements = { ...detail.judgements, own };
  expect(prepareAccept({ ...detail, judgements, isAcceptable: true })?.words).toBe(
    "Later runs are compared with the same baseline until one is as good. To accept the change now, choose Accept change.",
  );
});

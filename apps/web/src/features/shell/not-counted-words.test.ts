import { expect, it } from "vitest";
import { alsoCountedWords, notCountedWords } from "./not-counted-words.ts";

it("names what is added to the source that counts", () => {
  expect(alsoCountedWords([])).toBe("");
  expect(alsoCountedWords([{ title: "Micrometer" }])).toBe(
    ", and under further names of the same application: Micrometer. Each process counts once",
  );
});

it("names what arrives and isn't counted", () => {
  expect(notCountedWords([])).toBeNull();
  expect(notCountedWords(["Istio"])).toBe(
    "Istio also arrives and isn't counted, because it can be the same requests again.",
  );
  expect(notCountedWords(["Istio", "Traefik"])).toBe(
    "Istio and Traefik also arrive and aren't counted, because they can be the same requests again.",
  );
});

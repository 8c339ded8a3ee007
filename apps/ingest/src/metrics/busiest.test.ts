import { expect, it } from "vitest";
import { Busiest, OTHERS } from "./busiest.ts";

const send = (busiest: Busiest, workspace: string, times: number) => {
  for (let at = 0; at < times; at += 1) busiest.add(workspace, { refused: false, bytes: 10 });
};
const requestsOf = (busiest: Busiest) =>
  Object.fromEntries(busiest.counts.map(([workspace, { requests }]) => [workspace, requests]));

it("counts what each workspace sent, and what was refused", () => {
  const busiest = new Busiest(2);
  busiest.add("a", { refused: false, bytes: 100 });
  busiest.add("a", { refused: true, bytes: 20 });
  expect(busiest.counts).toEqual([
    ["a", { requests: 2, refused: 1, bytes: 120 }],
    [OTHERS, { requests: 0, refused: 0, bytes: 0 }],
  ]);
});

it("has at most so many workspaces, and everything else together", () => {
  const busiest = new Busiest(2);
  for (const workspace of ["a", "b", "c", "d"]) send(busiest, workspace, 3);
  expect(requestsOf(busiest)).toEqual({ a: 3, b: 3, [OTHERS]: 6 });
});

it("names those that are busy now, and no count ever falls", () => {
  const busiest = new Busiest(2);
  send(busiest, "a", 5);
  send(busiest, "b", 3);
  send(busiest, "c", 50);
  busiest.turn();
  expect(requestsOf(busiest)).toEqual({ a: 5, c: 0, [OTHERS]: 50 });
  send(busiest, "c", 2);
  send(busiest, "b", 1);
  expect(requestsOf(busiest)).toEqual({ a: 5, c: 2, [OTHERS]: 51 });
});

it("leaves everybody in place while nobody is busier", () => {
  const busiest = new Busiest(2);
  for (const workspace of ["a", "b", "c"]) send(busiest, workspace, 4);
  busiest.turn();
  expect(requestsOf(busiest)).toEqual({ a: 4, b: 4, [OTHERS]: 4 });
});

it("keeps the counts of those that stopped while there is room", () => {
  const busiest = new Busiest(2);
  send(busiest, "a", 3);
  for (let turn = 0; turn < 5; turn += 1) busiest.turn();
  send(busiest, "b", 9);
  busiest.turn();
  expect(requestsOf(busiest)).toEqual({ a: 3, b: 9, [OTHERS]: 0 });
  send(busiest, "c", 1);
  busiest.turn();
  expect(requestsOf(busiest)).toEqual({ b: 9, c: 0, [OTHERS]: 1 });
});

it("remembers no workspace that stopped, however many there were", () => {
  const busiest = new Busiest(1);
  send(busiest, "a", 1);
  for (let at = 0; at < 1_000; at += 1) send(busiest, `w${at}`, 1);
  busiest.turn();
  send(busiest, "late", 2);
  busiest.turn();
  expect(requestsOf(busiest)).toEqual({ late: 0, [OTHERS]: 1_002 });
});

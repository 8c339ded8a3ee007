/*
 * Measures how often a partial hang is named in healthy made closed loops, in which nothing hangs: think times, mixes, stages,
 * pauses, ramps, short stalls. And how often one is, where a part of the users hangs for a while, and how far off the number
 * of requests is that were never sent.
 */
import { parseArgs } from "node:util";
import { findRunPhase } from "@headroom/core";
import { drawLoop, runLoop } from "./closed-loops.ts";
import type { Loop, LoopRun, Traits } from "./closed-loops.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    sick: { type: "string", default: "100" },
    seed: { type: "string", default: "2022" },
    /** Prints each healthy run in which a hang is named, and each hang that isn't found. */
    each: { type: "boolean", default: false },
  },
});
const [runs, sick, seed] = [Number(values.runs), Number(values.sick), Number(values.seed)];

const HANGS = [
  { users: 0.5, seconds: 60, timeOutSeconds: Infinity },
  { users: 0.25, seconds: 120, timeOutSeconds: Infinity },
  { users: 0.5, seconds: 60, timeOutSeconds: 30 },
  { users: 0.2, seconds: 90, timeOutSeconds: Infinity },
  { users: 0.1, seconds: 60, timeOutSeconds: Infinity },
];
const PLAIN: Partial<Traits> = { load: "constant", pause: "none", level: "level" };
/** Of a run with a hang, and when that begins. */
const [SECONDS, FROM] = [600, 300];
const MIN_UNSENT = 20;

function hangsOf({ timeline, users }: LoopRun) {
  return findRunPhase({
    timeline,
    startSeconds: 0,
    endSeconds: timeline.toSeconds,
    users,
    loadModel: "closed",
    clockJumps: false,
    absent: [],
    liveTraffic: false,
  }).hangs;
}

const shareOf = (count: number, of: number) =>
  `${count} of ${of} (${((100 * count) / Math.max(1, of)).toFixed(1)}%)`;

let named = 0;
for (let run = 0; run < runs; run++) {
  const { traits, loop } = drawLoop(seed * 10_000 + run);
  const hangs = hangsOf(runLoop(loop));
  if (hangs.length === 0) continue;
  named++;
  if (values.each) console.log(`run ${run}`, traits, loop.users.length, "users", hangs);
}
console.log(`healthy loops, seed ${seed}: named in ${shareOf(named, runs)}`);

for (const [name, given] of [
  ["constant load", PLAIN],
  ["any load", {}],
] as const) {
  console.log(
    `${name}: found; estimate of the requests never sent by their true number (tenth, half, nine tenths)`,
  );
  for (const hang of HANGS) {
    const ratios: number[] = [];
    let all = 0;
    for (let run = 0; run < sick; run++) {
      const { loop, traits } = drawLoop(seed * 77_000 + run, given);
      const long = stretched(loop);
      const users = Math.round(hang.users * long.users.length);
      const hung = { ...hang, users, fromSeconds: FROM, toSeconds: FROM + hang.seconds };
      const made = runLoop({ ...long, hang: hung });
      const unsent = runLoop(long).requests - made.requests;
      if (unsent < MIN_UNSENT) continue;
      all++;
      const found = hangsOf(made);
      if (found.length > 0) ratios.push(found.reduce((sum, one) => sum + one.unsent, 0) / unsent);
      else if (values.each)
        console.log(`run ${run}`, traits, long.users.length, "users", unsent, "never sent");
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)]?.toFixed(2) ?? "-";
    const timeOut = Number.isFinite(hang.timeOutSeconds) ? `, time-outs after ${hang.timeOutSeconds} s` : "";
    const what = `${100 * hang.users}% for ${hang.seconds} s of ${SECONDS} s${timeOut}`;
    console.log(
      `  ${what.padEnd(46)} ${shareOf(ratios.length, all).padEnd(20)} ${at(0.1)} ${at(0.5)} ${at(0.9)}`,
    );
  }
}

function stretched(loop: Loop): Loop {
  const times = SECONDS / loop.seconds;
  return {
    ...loop,
    seconds: SECONDS,
    users: loop.users.map(({ fromSeconds, toSeconds }) => ({
      fromSeconds: fromSeconds * times,
      toSeconds: toSeconds * times,
    })),
  };
}

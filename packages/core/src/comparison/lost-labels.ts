import { findings } from "../chance/false-discovery.ts";

/** A label that the reference has and the other run doesn't. */
export interface AbsentLabel {
  label: string;
  /** Its requests in each run of the reference since the first that has it, and the requests of that whole run. */
  in: readonly { requests: number; of: number }[];
}

/** A label whose absence isn't chance. */
export interface LostLabel {
  label: string;
  /** Of the reference's requests. */
  share: number;
  /** How many requests of it the other run should have. */
  expected: number;
}

export interface AbsentFrom {
  /** Of the other run. */
  requests: number;
  /** Of these, how many aren't told apart by label: an absent label can be among them. */
  untold: number;
  /** How many labels the reference has, present ones included. */
  labels: number;
  /** Nobody controls what users ask for. */
  liveTraffic: boolean;
}

/** Which share of the labels that are called lost may be there, though none of their requests came. */
const FALSE_RATE = 0.05;
/** How much the share of a label varies from run to run at least, as a variance of its logarithm. */
const VARIES = 0.3 ** 2;
const VARIES_WITH_USERS = 1;

/**
 * The absent labels that can't be absent by chance, those with the most requests first. The requests of a label are taken to be
 * negative binomial: Poisson around a share that varies from run to run and is itself only known from so many requests.
 */
export function lostLabels(absent: readonly AbsentLabel[], from: AbsentFrom): LostLabel[] {
  const least = from.liveTraffic ? VARIES_WITH_USERS : VARIES;
  const known = absent.map((one) => {
    const share = sum(one.in.map(({ requests }) => requests)) / sum(one.in.map(({ of }) => of));
    const expected = share * from.requests;
    return { label: one.label, share, expected, chance: chanceOfNone(one.in, { share, expected, least }) };
  });
  const present = Math.max(0, from.labels - absent.length);
  const found = findings(
    known.map(({ chance }) => chance),
    FALSE_RATE,
    present,
  );
  return known
    .filter(({ expected }, at) => found[at] === true && expected > from.untold)
    .toSorted((a, b) => b.expected - a.expected)
    .map(({ label, share, expected }) => ({ label, share, expected }));
}

/** A label that was away before may be away again. */
function chanceOfNone(
  runs: AbsentLabel["in"],
  { share, expected, least }: { share: number; expected: number; least: number },
): number {
  if (!(expected > 0) || runs.some(({ requests }) => requests === 0)) return 1;
  const varies = Math.max(least, varianceOf(runs, share));
  const shape = 1 / (1 / sum(runs.map(({ requests }) => requests)) + varies);
  return (1 + expected / shape) ** -shape;
}

/** Of the label's share from run to run, beyond what counting alone does; 0 where there are too few runs to show it. */
function varianceOf(runs: AbsentLabel["in"], share: number): number {
  if (runs.length < 2) return 0;
  const squares = sum(runs.map(({ requests, of }) => (requests - share * of) ** 2 / (share * of)));
  const typical = (share * sum(runs.map(({ of }) => of))) / runs.length;
  return (squares / (runs.length - 1) - 1) / typical;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

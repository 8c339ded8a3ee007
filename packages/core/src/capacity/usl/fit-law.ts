import { levenbergMarquardt } from "ml-levenberg-marquardt";
import type { Curve } from "../ramp/bend.ts";

/** X(N) = λN / (1 + σ(N − 1) + κN(N − 1)) */
export interface Law {
  /** Throughput for each user while they don't wait for each other. */
  lambda: number;
  /** The share of the work for which users wait for each other (contention). */
  sigma: number;
  /** What it costs to agree with each other user (coherency). Above 0, throughput falls in the end. */
  kappa: number;
}

export function throughputAt({ lambda, sigma, kappa }: Law, load: number): number {
  return (lambda * load) / (1 + sigma * (load - 1) + kappa * load * (load - 1));
}

/** The library goes through all of them, whether or not it has converged. From a good start, few are enough. */
const ITERATIONS = 40;
const FEW_ITERATIONS = 8;
/** Relative to one request per second, so that it never stops early. */
const TOLERANCE = 1e-12;

/**
 * The law with the least weighted squares (N. J. Gunther, "Guerrilla Capacity Planning", 2007, with λ as B. Schwartz has it),
 * with no coefficient below 0. Where one is 0, the others are fitted without it: stopped by a bound, a step leaves them
 * short of their best. `near`: the law of almost the same values.
 */
export function fitLaw(curve: Curve, near?: Law): Law {
  const [start, iterations] = near === undefined ? [startOf(curve), ITERATIONS] : [near, FEW_ITERATIONS];
  const whole = fitted(curve, { start, iterations, free: ALL });
  if (whole.sigma > 0 && whole.kappa > 0) return whole;
  const laws = SUBSETS.map((free) => fitted(curve, { start: whole, iterations, free }));
  return laws.reduce((a, b) => (errorOf(curve, b) < errorOf(curve, a) * (1 - 1e-9) ? b : a), whole);
}

type Coefficient = keyof Law;
const ALL: readonly Coefficient[] = ["lambda", "sigma", "kappa"];
const SUBSETS: readonly (readonly Coefficient[])[] = [["lambda"], ["lambda", "sigma"], ["lambda", "kappa"]];

interface Fitting {
  start: Law;
  iterations: number;
  free: readonly Coefficient[];
}

function fitted({ loads, values, weights }: Curve, { start, iterations, free }: Fitting): Law {
  // Scaled, the coefficients are all about 1, and so are the steps of the fit.
  const most = Math.max(...loads);
  const scale: Law = {
    lambda: Math.max(start.lambda, Number.MIN_VALUE),
    sigma: 1 / most,
    kappa: 1 / most ** 2,
  };
  const lawOf = (parameters: readonly number[]): Law => {
    const law = { lambda: 0, sigma: 0, kappa: 0 };
    for (const [at, name] of free.entries()) law[name] = (parameters[at] ?? 0) * scale[name];
    return law;
  };
  // The library's own weights scale a step and its residuals in opposite ways, so each value carries its weight itself.
  const roots = weights.map(Math.sqrt);
  const at = (place: number) => ({ load: loads[place] ?? 0, root: roots[place] ?? 0 });
  const { parameterValues } = levenbergMarquardt(
    { x: loads.map((_, place) => place), y: values.map((value, place) => value * at(place).root) },
    (parameters) => {
      const law = lawOf(parameters);
      return (place) => at(place).root * throughputAt(law, at(place).load);
    },
    {
      initialValues: free.map((name) => start[name] / scale[name]),
      minValues: free.map(() => 0),
      maxValues: free.map(() => Number.MAX_SAFE_INTEGER),
      jacobianFunction: (parameters) => {
        const law = lawOf(parameters);
        return (place) => {
          const { load, root } = at(place);
          const slopes = slopesAt(law, load);
          return free.map((name) => root * slopes[name] * scale[name]);
        };
      },
      maxIterations: iterations,
      errorTolerance: TOLERANCE,
    },
  );
  return lawOf(parameterValues);
}

function slopesAt({ lambda, sigma, kappa }: Law, load: number): Law {
  const below = 1 + sigma * (load - 1) + kappa * load * (load - 1);
  const slope = (-lambda * load * (load - 1)) / below ** 2;
  return { lambda: load / below, sigma: slope, kappa: slope * load };
}

/** N/X is a parabola of N: its least squares are where the fit begins. */
function startOf({ loads, values }: Curve): Law {
  const most = Math.max(...loads);
  const [u, y] = [loads.map((load) => load / most), loads.map((load, at) => load / (values[at] ?? 1))];
  const sums = (power: number, of?: Float64Array) =>
    u.reduce((sum, one, at) => sum + one ** power * (of?.[at] ?? 1), 0);
  const rows = [0, 1, 2].map((row) => [sums(row), sums(row + 1), sums(row + 2), sums(row, y)]);
  const [a, b, c] = solved(rows);
  const kappaOver = Math.max(0, c / most ** 2);
  const all = a + b / most + kappaOver;
  const fallback = Math.max(...values.map((value, at) => value / (loads[at] ?? 1)));
  const lambda = all > 0 ? 1 / all : fallback;
  return {
    lambda,
    sigma: Math.min(1, Math.max(0, (b / most + kappaOver) * lambda)),
    kappa: Math.max(0, kappaOver * lambda),
  };
}

/** Three equations, by Cramer's rule. */
function solved(rows: readonly (readonly number[])[]): [number, number, number] {
  const column = (at: number) => rows.map((row) => row[at] ?? 0);
  const [x, y, z, right] = [column(0), column(1), column(2), column(3)];
  const whole = determinant(x, y, z);
  if (whole === 0) return [0, 0, 0];
  return [
    determinant(right, y, z) / whole,
    determinant(x, right, z) / whole,
    determinant(x, y, right) / whole,
  ];
}

function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const [[a0 = 0, a1 = 0, a2 = 0], [b0 = 0, b1 = 0, b2 = 0], [c0 = 0, c1 = 0, c2 = 0]] = [a, b, c];
  return a0 * (b1 * c2 - b2 * c1) - b0 * (a1 * c2 - a2 * c1) + c0 * (a1 * b2 - a2 * b1);
}

export function errorOf({ loads, values, weights }: Curve, law: Law): number {
  return loads.reduce(
    (sum, load, at) => sum + (weights[at] ?? 1) * ((values[at] ?? 0) - throughputAt(law, load)) ** 2,
    0,
  );
}

import { linearChannels } from "./contrast.ts";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** How eyes differ: none, or one kind of cone missing. */
export type Sight = "usual" | "protan" | "deutan" | "tritan";

/** Machado, Oliveira and Fernandes 2009, severity 1.0; on linear RGB. */
const SEEN: Record<Sight, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const SIGHTS: readonly Sight[] = ["usual", "protan", "deutan", "tritan"];

/** How far apart two colours are in OKLab (Ottosson 2020) for such eyes; 0.02 is about the least that is seen. */
export function seenDistance(one: string, other: string, sight: Sight): number {
  const [a, b] = [oklab(seen(one, sight)), oklab(seen(other, sight))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function seen(hex: string, sight: Sight): Triple {
  const [red, green, blue] = times(SEEN[sight], linearChannels(hex));
  return [inRange(red), inRange(green), inRange(blue)];
}

const inRange = (value: number) => Math.max(0, Math.min(1, value));

function oklab(linear: Triple): Triple {
  const [long, medium, short] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(long), Math.cbrt(medium), Math.cbrt(short)],
  );
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

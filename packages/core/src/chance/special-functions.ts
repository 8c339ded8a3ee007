/** Upper tail of the standard normal, to 1e-7 of itself (W. J. Cody's rational form as in Numerical Recipes' erfcc). */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const series =
    -1.26551223 +
    t *
      (1.00002368 +
        t *
          (0.37409196 +
            t *
              (0.09678418 +
                t *
                  (-0.18628806 +
                    t *
                      (0.27886807 +
                        t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  const tail = (t * Math.exp(-x * x + series)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** The z below which this share of the standard normal lies. */
export function normalQuantile(share: number): number {
  const tail = Math.min(share, 1 - share);
  if (tail <= 0) return share <= 0 ? -Infinity : Infinity;
  // M. Abramowitz and I. A. Stegun 1964, 26.2.23, to 5e-4; Newton's steps do the rest.
  const t = Math.sqrt(-2 * Math.log(tail));
  let z =
    t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (let step = 0; step < 3; step++)
    z += ((normalTail(z) - tail) * Math.sqrt(2 * Math.PI)) / Math.exp((-z * z) / 2);
  return share < 0.5 ? -z : z;
}

/** The regularized incomplete beta function by Lentz's continued fraction: the binomial's and Student's tails. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The x at which the incomplete beta function has this value. */
export function inverseBeta(value: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Both tails of Student's t beyond ±t. */
export function studentTails(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** The t that leaves this share in both tails together. */
export function studentQuantile(tails: number, df: number): number {
  let low = 0;
  let high = 1e4;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (studentTails(middle, df) > tails) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-12) break;
  }
  return fraction;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const at = x - 1;
  let sum = 0.9999999999998099;
  for (const [index, factor] of LANCZOS.entries()) sum += factor / (at + index + 1);
  const t = at + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Measurements that were published with the coefficients of their fit. */
export interface PublishedScalability {
  points: readonly (readonly [load: number, throughput: number])[];
  lambda: number;
  sigma: number;
  kappa: number;
}

/** SPEC SDM91 on a Sun SPARCcenter 2000, as the R package usl by Stefan Möding has it; its README lists the coefficients. */
export const SPEC_SDM91: PublishedScalability = {
  points: [
    [1, 64.9],
    [18, 995.9],
    [36, 1652.4],
    [72, 1853.2],
    [108, 1828.9],
    [144, 1775.0],
    [216, 1702.2],
  ],
  lambda: 89.995_233,
  sigma: 0.027_728_5,
  kappa: 0.000_104_4,
};

/** MySQL on a Cisco server, by Percona (B. Schwartz, "Practical Scalability Analysis"); coefficients as usl4j tests them. */
export const PERCONA_CISCO: PublishedScalability = {
  points: [
    955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61, 8278.71, 8646.7,
    9047.84, 9426.55, 9645.37, 9897.24, 10097.6, 10240.5, 10532.39, 10798.52, 11151.43, 11518.63, 11806,
    12089.37, 12075.41, 12177.29, 12211.41, 12158.93, 12155.27, 12118.04, 12140.4, 12074.39,
  ].map((throughput, at) => [at + 1, throughput] as const),
  lambda: 995.6486,
  sigma: 0.026_715_91,
  kappa: 7.690_945e-4,
};

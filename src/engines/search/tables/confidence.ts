// `node run.mjs bench/confidence.ts` writes this file, and says what it is fitted to.
export const BIAS = -3.06
export const WEIGHTS = {
  evidence: 3.44,
  likeness: 2.5,
  kin: 1.09,
  strange: -1.95,
  isSingle: 0.77,
  isUndone: -3.4,
}

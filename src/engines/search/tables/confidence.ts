// `node run.mjs bench/confidence.ts` writes this file, and says what the weights are fitted to.
export const BIAS = -3.11
export const WEIGHTS = {
  evidence: 3.41,
  likeness: 2.75,
  kin: 1.02,
  strange: -1.92,
  isSingle: 0.76,
  isUndone: -3.41,
}

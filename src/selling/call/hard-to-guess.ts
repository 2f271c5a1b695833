export const HARD_LENGTH_MIN = 22
const HARD_LETTERS_MIN = 8

/** Whether a text looks random, as a UUID does. Such an `Idempotency-Key` is a secret. */
export const isHardToGuess = (text: string): boolean =>
  text.length >= HARD_LENGTH_MIN && new Set(text).size >= HARD_LETTERS_MIN

/** Characters without any space, of which an encoding knows few pieces. */
function runOf(length: number, from: number, count: number, seed: number): string {
  let text = ''
  let state = seed + 7
  for (let at = 0; at < length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += String.fromCodePoint(from + (state % count))
  }
  return text
}

/** 100 KB each whose tokens are slow to count; another text for each seed. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, textOf: (seed: number) => string])[] =
  [
    ['Han characters', (seed) => runOf(33_400, 0x4e00, 20_000, seed)],
    ['emoji', (seed) => runOf(25_000, 0x1f300, 500, seed)],
    ['newlines', (seed) => '\n'.repeat(100_000 + seed)],
    ['spaces', (seed) => ' '.repeat(100_000 + seed)],
    ['digits', (seed) => runOf(100_000, 0x30, 10, seed)],
  ]

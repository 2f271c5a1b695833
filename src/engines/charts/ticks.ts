const STEPS = [1, 2, 2.5, 5, 10]
const MARKS = 4
const DIGITS = 12

/**
 * At most six round tick values from below the lowest number to above the highest, including zero.
 */
export function ticks(least: number, most: number, isWhole = false): readonly number[] {
  const low = Math.min(0, least)
  const span = Math.max(0, most) - low
  if (span <= 0) return [0, 1]
  const rough = span / MARKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = STEPS.map((each) => each * power).find((each) => each >= rough * (1 - 1e-9))
  const width = Math.max(step ?? rough, isWhole ? 1 : 0)
  const from = Math.floor(low / width + 1e-9)
  const to = Math.ceil(Math.max(0, most) / width - 1e-9)
  return Array.from({ length: to - from + 1 }, (_, at) =>
    Number(((from + at) * width).toPrecision(DIGITS)),
  )
}

import type { Line, Sheet } from './lines.ts'

/** How the body of a document is set. */
export interface Style {
  readonly bodySize: number
  readonly bodyFont: string | null
  /** Between lines of one paragraph, in heights of the font. */
  readonly gapMax: number
}

const GAP_USUAL = 1.3
const GAP_SLACK = 1.18

export function styleOf(sheets: readonly Sheet[]): Style {
  const lines = sheets.flatMap((sheet) => sheet.lines)
  const bodySize = mostFrequent(lines.map(({ size, text }) => [halves(size), text.length])) ?? 10
  const body = lines.filter(({ size }) => halves(size) === bodySize)
  const gaps = sheets.flatMap((sheet) => gapsOf(sheet.lines))
  return {
    bodySize,
    bodyFont: mostFrequent(body.map(({ font, text }) => [font, text.length])) ?? null,
    gapMax: (mostFrequent(gaps.map((gap) => [gap, 1])) ?? GAP_USUAL) * GAP_SLACK,
  }
}

const halves = (value: number): number => Math.round(value * 2) / 2

/** From each line to the next below it that overlaps it, in twentieths of its height. */
function gapsOf(lines: readonly Line[]): number[] {
  return lines.flatMap((line, at) => {
    const next = lines.slice(at + 1, at + 4).find((below) => below.y > line.y + line.size / 2)
    if (!next || next.x > line.right || next.right < line.x) return []
    const gap = Math.round(((next.y - line.y) / line.size) * 20) / 20
    return gap >= 0.9 && gap <= 2.5 && next.size === line.size ? [gap] : []
  })
}

function mostFrequent<T>(counted: readonly (readonly [value: T, weight: number])[]): T | undefined {
  const weights = new Map<T, number>()
  for (const [value, weight] of counted) weights.set(value, (weights.get(value) ?? 0) + weight)
  return Array.from(weights).reduce<readonly [T, number] | null>(
    (most, entry) => (most && most[1] >= entry[1] ? most : entry),
    null,
  )?.[0]
}

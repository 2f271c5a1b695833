/** Cues of subtitles: times to the millisecond, text with its line breaks. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

export interface ReadCues {
  readonly cues: readonly Cue[]
  /** Blocks that are no cue, as the line that they begin on. */
  readonly odd: readonly number[]
}

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const ARROW = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`)

const millis = ([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly (
  | string
  | undefined
)[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 +
  Number(rest.padEnd(3, '0'))

/**
 * SubRip and WebVTT: blocks with an arrow between two times. Notes, styles and regions are let go.
 */
export function readCues(text: string): ReadCues {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const cues: Cue[] = []
  const odd: number[] = []
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '')
  for (let at = isVtt ? headerEnd(lines) : 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const end = blockEnd(lines, at)
    const arrowAt = [at, at + 1].find((index) => index < end && ARROW.test(lines[index] ?? ''))
    const times = arrowAt === undefined ? null : ARROW.exec(lines[arrowAt] ?? '')
    if (arrowAt === undefined || !times) {
      if (!isVtt || !/^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) odd.push(at + 1)
      at = end
      continue
    }
    const [startMs, endMs] = [millis(times.slice(1, 5)), millis(times.slice(5, 9))]
    const shown = lines
      .slice(arrowAt + 1, end)
      .join('\n')
      .trimEnd()
    if (endMs < startMs) odd.push(at + 1)
    else cues.push({ startMs, endMs, text: shown })
    at = end
  }
  return { cues, odd }
}

const headerEnd = (lines: readonly string[]): number => {
  const end = lines.findIndex((line) => line.trim() === '')
  return end < 0 ? lines.length : end
}

/** A block ends at an empty line, unless the next text is no new cue, as in careless files. */
function blockEnd(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && (lines[at] ?? '').trim() !== '') at += 1
  return at
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

function timeOf(ms: number, mark: string): string {
  const [seconds, rest] = [Math.floor(ms / 1_000), ms % 1_000]
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds % 60, 2)}${mark}${pad(rest, 3)}`
}

/** An empty line, or an arrow, would end the cue. */
const safeText = (text: string): string =>
  text.replaceAll(/\n(?:[ \t]*\n)+/g, '\n').replaceAll('-->', '→')

export const srtOf = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ startMs, endMs, text }, at) =>
        `${at + 1}\n${timeOf(startMs, ',')} --> ${timeOf(endMs, ',')}\n${safeText(text)}\n`,
    )
    .join('\n')

export const vttOf = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues.map(({ startMs, endMs, text }) => `\n${timeOf(startMs, '.')} --> ${timeOf(endMs, '.')}\n${safeText(text)}\n`).join('')}`

/** Words only: no tags of styles or voices. */
export const wordsOf = (cues: readonly Cue[]): string =>
  cues
    .map(({ text }) =>
      text.replaceAll(/<\/?[a-zA-Z0-9.][^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}/g, '').trim(),
    )
    .filter((text) => text !== '')
    .join('\n')

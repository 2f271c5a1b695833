import type { PDFPageProxy } from 'unpdf/pdfjs'
import { composed } from './accents.ts'
import { overlaysOf } from './annotations.ts'

/**
 * A piece of text as it stands on an upright page: points from the top left, `y` at its baseline,
 * `size` the height of its font. A line of a column is one; so is a cell of a table.
 */
export interface Line {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Null where it has several. */
  readonly font: string | null
}

export interface Sheet {
  readonly heightPt: number
  /** From the top down, pieces of one height from the left. */
  readonly lines: readonly Line[]
}

interface Run extends Line {
  readonly isRightToLeft: boolean
}

/** Gaps in widths of the font's height: more than a word's is a column's or a cell's. */
const WORD_GAP = 0.15
const PIECE_GAP = 1.2
/** Between the mark of a list and its text. */
const MARK_GAP = 5
const MARK = /^([•‣◦▪▫●○■□∙·*–—-]|\(?(\d{1,3}|[a-z])[.)]|\[\d{1,3}\])$/i
/** How far apart baselines of one line may be: marks above and below it. */
const BASELINE_GAP = 0.4

/** Bullets of the fonts Symbol and Wingdings, which have no letters of their own. */
const PRIVATE_BULLETS = /[\uF0B7\uF0A7\uF0D8\uF076\uF0FC]/g

export async function sheetOf(page: PDFPageProxy): Promise<Sheet> {
  const { height } = page.getViewport({ scale: 1 })
  const runs = [...upright(await runsOf(page)), ...(await overlayRunsOf(page))]
  return { heightPt: height, lines: rowsOf(runs).flatMap(piecesOf) }
}

interface Turned {
  readonly run: Run
  /** Quarter turns by which the text runs clockwise. */
  readonly quarter: 0 | 1 | 2 | 3
}

async function runsOf(page: PDFPageProxy): Promise<Turned[]> {
  const { items } = await page.getTextContent()
  const [a, b, c, d, e, f] = page.getViewport({ scale: 1 }).transform as readonly number[] as Matrix
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [ia, ib, , , ie, iff] = item.transform as readonly number[] as Matrix
    const quarter = quarterOf(a * ia + c * ib, b * ia + d * ib)
    const [x, y] = turned(a * ie + c * iff + e, b * ie + d * iff + f, quarter)
    const text = item.str.toWellFormed().replace(PRIVATE_BULLETS, '•').replaceAll('\0', '')
    const { width, height: size, fontName: font, dir } = item
    const isRightToLeft = dir === 'rtl'
    const isSound = [x, y, width, size].every(Number.isFinite) && size > 0
    return isSound
      ? [{ run: { text, x, right: x + width, y, size, font, isRightToLeft }, quarter }]
      : []
  })
}

const OVERLAY_SIZE_MAX = 12

/** What is written over a page stands where its frame does, line by line. */
async function overlayRunsOf(page: PDFPageProxy): Promise<readonly Run[]> {
  const { viewBox, rotation } = page.getViewport({ scale: 1 })
  const [left = 0, , , top = 0] = viewBox as readonly number[]
  if (rotation !== 0) return []
  return (await overlaysOf(page)).flatMap(({ text, rect }) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const height = (rect[3] - rect[1]) / Math.max(1, lines.length)
    const size = Math.min(OVERLAY_SIZE_MAX, Math.max(1, height * 0.8))
    return lines.map((line, at) => ({
      text: line,
      x: rect[0] - left,
      right: rect[2] - left,
      y: top - rect[3] + height * at + (height + size) / 2,
      size,
      font: null,
      isRightToLeft: false,
    }))
  })
}

type Matrix = readonly [number, number, number, number, number, number]

function quarterOf(along: number, down: number): Turned['quarter'] {
  if (Math.abs(along) >= Math.abs(down)) return along >= 0 ? 0 : 2
  return down >= 0 ? 1 : 3
}

function turned(x: number, y: number, quarter: Turned['quarter']): readonly [number, number] {
  if (quarter === 0) return [x, y]
  if (quarter === 1) return [y, -x]
  return quarter === 2 ? [-x, -y] : [-y, x]
}

/** The text that runs as most of it does; the rest are stamps and labels. */
function upright(all: readonly Turned[]): readonly Run[] {
  const characters = [0, 0, 0, 0]
  for (const { run, quarter } of all) characters[quarter]! += run.text.length
  const most = characters.indexOf(Math.max(...characters))
  return all.filter(({ quarter }) => quarter === most).map(({ run }) => run)
}

function rowsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const rows: Run[][] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const isSame = first && run.y - first.y <= BASELINE_GAP * Math.max(run.size, first.size)
    if (row && isSame) row.push(run)
    else rows.push([run])
  }
  return rows
}

/** A row cut where its gaps are wide. */
function piecesOf(row: readonly Run[]): Line[] {
  const pieces: Run[][] = []
  for (const run of row.toSorted((a, b) => a.x - b.x)) {
    const piece = pieces.at(-1)
    const last = piece?.at(-1)
    if (piece && last && isOverprint(last, run)) continue
    if (piece && last && gapBetween(last, run) <= gapAllowed(piece)) piece.push(run)
    else pieces.push([run])
  }
  return pieces.map(lineOf)
}

/** Type made bold by printing it twice. */
const isOverprint = (a: Run, b: Run): boolean =>
  a.text === b.text && Math.abs(a.x - b.x) < WORD_GAP * a.size

const gapBetween = (a: Run, b: Run): number => (b.x - a.right) / Math.max(a.size, b.size)

const gapAllowed = (piece: readonly Run[]): number =>
  piece.length === 1 && MARK.test(piece[0]!.text.trim()) ? MARK_GAP : PIECE_GAP

function lineOf(piece: readonly Run[]): Line {
  const biggest = piece.reduce((most, run) => (run.size > most.size ? run : most))
  const { y, size, font } = biggest
  const right = Math.max(...piece.map((run) => run.right))
  const isPlain = piece.every((run) => run.font === font)
  return { text: textOf(piece), x: piece[0]!.x, right, y, size, font: isPlain ? font : null }
}

function textOf(piece: readonly Run[]): string {
  const backwards = piece.filter(({ isRightToLeft }) => isRightToLeft).length
  const isBackwards = backwards * 2 > piece.length
  const parts = piece.map((run, at) => {
    const before = piece[at - 1]
    return { text: run.text, isApart: before ? gapBetween(before, run) > WORD_GAP : false }
  })
  const text = isBackwards
    ? parts.toReversed().map(({ text, isApart }) => (isApart ? `${text} ` : text))
    : parts.map(({ text, isApart }) => (isApart ? ` ${text}` : text))
  return composed(text.join('').replace(/\s+/g, ' ').trim())
}

import { createHash } from 'node:crypto'
import { structuredPatch } from 'diff'
import { Fault, notFound } from '../../../../base/core/fault.ts'
import { MB } from '../../../../base/lib/fields.ts'
import type { Written } from '../../../../engines/article/article-thread.ts'
import { domOf, parsedPage } from '../../../../engines/html/document.ts'
import { markdownOfNode } from '../../../../engines/article/markdown.ts'
import { normalise } from '../../../../engines/article/normalise.ts'
import { selectedTags } from '../../../../engines/html/selector.ts'
import { plain } from '../../../../engines/language/words.ts'

export interface Compared {
  readonly page: Written
  readonly selector?: string | undefined
  readonly previousText?: string | undefined
}

export interface Changes {
  readonly text: string
  readonly hash: string
  /** Diff against the earlier text, if there is one. */
  readonly diff: string | null
  readonly addedLines: number
  readonly removedLines: number
}

const TEXT_CHARACTERS_MAX = MB
const ELEMENTS_MAX = 1_000
/** With more edits, texts have so little in common that the new one is shown whole. */
const EDITS_MAX = 4_000

export function work({ page, selector, previousText }: Compared): Changes {
  const text = textOf(page, selector)
  const hash = createHash('sha256').update(text).digest('hex')
  if (previousText === undefined) return { text, hash, diff: null, addedLines: 0, removedLines: 0 }
  const before = cleaned(previousText)
  const hunks = before === text ? [] : hunksOf(before, text)
  const lines = hunks.flatMap((hunk) => hunk.lines)
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
  return { text, hash, diff: writeHunks(hunks), addedLines: count('+'), removedLines: count('-') }
}

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

function hunksOf(before: string, after: string): readonly Hunk[] {
  const [old, now] = [before, after].map((text) => (text ? `${text}\n` : '')) as [string, string]
  const options = { context: 3, maxEditLength: EDITS_MAX }
  const patch = structuredPatch('before', 'after', old, now, undefined, undefined, options)
  return patch?.hunks ?? [replacing(linesOf(before), linesOf(after))]
}

const replacing = (old: readonly string[], now: readonly string[]): Hunk => ({
  oldStart: 1,
  oldLines: old.length,
  newStart: 1,
  newLines: now.length,
  lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)],
})

const linesOf = (text: string): string[] => (text ? text.split('\n') : [])

function writeHunks(hunks: readonly Hunk[]): string {
  if (hunks.length === 0) return ''
  const blocks = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
  )
  return ['--- before', '+++ after', ...blocks, ''].join('\n')
}

/** Visible text of the page, one line per block, without addresses and without changing marks. */
function textOf({ html, url }: Written, selector: string | undefined): string {
  const $ = parsedPage(html)
  normalise($, url)
  const chosen = selector === undefined ? $.html() : select($, selector)
  const text = cleaned(plain(markdownOfNode(domOf(chosen).body)))
  if (text.length > TEXT_CHARACTERS_MAX)
    throw new Fault('upstream_failed', 'The page is longer than 1 MB as text; give a selector.')
  return text
}

function select($: ReturnType<typeof parsedPage>, selector: string): string {
  const chosen = selectedTags($, selector).slice(0, ELEMENTS_MAX)
  if (chosen.length === 0) throw notFound(`selector: nothing on the page matches ${selector}.`)
  const html = chosen.map((one) => $.html(one))
  return `<html><head></head><body>${html.join('\n')}</body></html>`
}

const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

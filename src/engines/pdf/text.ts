import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { badInput } from '../../base/core/fault.ts'
import { composed } from './accents.ts'
import { overlaysOf } from './annotations.ts'
import { isLegible } from './legible.ts'
import { allPages } from './page-ranges.ts'

const CHARACTERS_MAX = 10_000_000

export interface PagesText {
  /** Of every page, its lines apart, in the order in which it was written. */
  readonly texts: readonly string[]
  /** Pages whose letters cannot be told, and whose text is left out. */
  readonly unreadable: number
}

export async function textOfPages(pdf: PDFDocumentProxy): Promise<PagesText> {
  const texts: string[] = []
  let unreadable = 0
  let characters = 0
  for (const number of allPages(pdf.numPages)) {
    const text = await textOfPage(pdf, number)
    characters += text.length
    if (characters > CHARACTERS_MAX)
      throw badInput(`url: the PDF has more than ${CHARACTERS_MAX} characters of text.`)
    const isRead = isLegible(text)
    if (!isRead) unreadable += 1
    texts.push(isRead ? text : '')
  }
  return { texts, unreadable }
}

async function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const overlays = await overlaysOf(page)
  page.cleanup()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  return [composed(text.join('')), ...overlays.map((overlay) => overlay.text)]
    .join('\n')
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Text from inside a file as an answer may carry it; null for none. */
export function printed(value: unknown, charactersMax = 1_000): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .toWellFormed()
    .replace(/[\s\0]+/g, ' ')
    .trim()
  return text === '' ? null : text.slice(0, charactersMax).toWellFormed()
}

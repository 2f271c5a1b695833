import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { badInput } from '../../../core/fault.ts'
import { allPages } from './_pages.ts'

const CHARACTERS_MAX = 10_000_000

/** The text of every page, its lines apart, in the order in which it was written. */
export async function textOfPages(pdf: PDFDocumentProxy): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  for (const number of allPages(pdf.numPages)) {
    const text = await textOfPage(pdf, number)
    characters += text.length
    if (characters > CHARACTERS_MAX)
      throw badInput(`url: the PDF has more than ${CHARACTERS_MAX} characters of text.`)
    texts.push(text)
  }
  return texts
}

async function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  return text
    .join('')
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

import { badInput } from '../../../../base/core/fault.ts'
import { countWords } from '../../../../engines/language/words.ts'
import { blocksOf } from '../../../../engines/pdf/blocks.ts'
import { columnsOf } from '../../../../engines/pdf/columns.ts'
import { withoutHeadersAndFooters } from '../../../../engines/pdf/headers-and-footers.ts'
import { sheetOf, type Sheet } from '../../../../engines/pdf/lines.ts'
import { markdownOf } from '../../../../engines/pdf/markdown.ts'
import { allPages, chosenPages } from '../../../../engines/pdf/page-ranges.ts'
import { readPdf, type Handed } from '../../../../engines/pdf/reader.ts'
import { styleOf } from '../../../../engines/pdf/style.ts'

export interface PageRequest extends Handed {
  /** Page ranges such as `1-3,7`. Default: all pages. */
  readonly pages?: string | undefined
}

export interface Markdown {
  readonly pages: number
  readonly markdown: string
  readonly wordCount: number
}

const CHARACTERS_MAX = 10_000_000

export const work = (asked: PageRequest): Promise<Markdown> =>
  readPdf(asked, async (pdf) => {
    const numbers = asked.pages ? chosenPages(asked.pages, pdf.numPages) : allPages(pdf.numPages)
    const sheets: Sheet[] = []
    for (const number of numbers) {
      const page = await pdf.getPage(number)
      sheets.push(await sheetOf(page))
      page.cleanup()
    }
    const markdown = writeSheets(sheets)
    if (markdown.length > CHARACTERS_MAX)
      throw badInput(`pages: must have at most ${CHARACTERS_MAX} characters; choose fewer.`)
    return { pages: pdf.numPages, markdown, wordCount: countWords(markdown) }
  })

function writeSheets(all: readonly Sheet[]): string {
  const sheets = withoutHeadersAndFooters(all)
  const style = styleOf(sheets)
  const regions = sheets.flatMap(({ lines }) => columnsOf(lines))
  return markdownOf(regions.flatMap((region) => blocksOf(region, style)))
}

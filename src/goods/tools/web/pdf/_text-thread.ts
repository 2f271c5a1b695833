import { countWords } from '../../../../engines/language/words.ts'
import { propertiesOf, readPdf, type Handed } from '../../../../engines/pdf/reader.ts'
import { printed, textOfPages } from '../../../../engines/pdf/text.ts'

export interface PdfText {
  readonly pages: number
  readonly title: string | null
  readonly wordCount: number
  readonly text: string
  /** Number of pages. */
  readonly unreadable: number
}

export const work = (handed: Handed): Promise<PdfText> =>
  readPdf(handed, async (pdf) => {
    const properties = await propertiesOf(pdf)
    const { texts, unreadable } = await textOfPages(pdf)
    const text = texts.join('\n\n').trim()
    return {
      pages: pdf.numPages,
      title: printed(properties['Title']),
      wordCount: countWords(text),
      text,
      unreadable,
    }
  })

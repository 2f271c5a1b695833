import { readPdf, type Handed } from '../../engines/pdf/reader.ts'
import { textOfPages } from '../../engines/pdf/text.ts'

/** The text of a PDF that stands in a conversation. */
export const work = (handed: Handed): Promise<{ text: string; pages: number }> =>
  readPdf(handed, async (pdf) => {
    const { texts } = await textOfPages(pdf)
    return { text: texts.join('\n\n').trim(), pages: pdf.numPages }
  })

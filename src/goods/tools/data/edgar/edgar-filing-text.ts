import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { line } from '../../../../base/lib/fields.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { cikField, type Edgar } from './_company.ts'
import { documentUrl, olderFilings } from './_filings.ts'

const TEXT = threadWork<typeof import('./_filing-text-thread.ts')>(
  import.meta.url,
  './_filing-text-thread.ts',
)

const DOCUMENT =
  /^https:\/\/(?:www\.)?sec\.gov\/(?:ix\?doc=\/)?(Archives\/edgar\/data\/\d{1,10}\/(\d{18})\/[\w.-]{1,100}\.(?:html?|txt))$/i

export default defineTool({
  route: 'GET /api/edgar-filing-text',
  name: 'Text of an SEC filing',
  description: 'Text of one SEC filing, or of one of its items such as Risk Factors.',
  asks: [
    'read the risk factors of an annual report',
    'plain text of item 7 of a 10-K by its address',
    'read the risk factors of an annual report',
    'text of a 10-K',
  ],
  price: '$0.005',
  uses: { edgar, threads },
  input: z.object({
    url: z
      .string()
      .trim()
      .max(2_048)
      .regex(DOCUMENT, {
        error: 'must be a document under https://www.sec.gov/Archives/edgar/data/',
      })
      .optional()
      .describe('Address of an HTML or text document of EDGAR; has priority over accession.'),
    accession: z
      .string()
      .trim()
      .regex(/^\d{10}-?\d{2}-?\d{6}$/, { error: 'must be like 0000320193-24-000123' })
      .transform((text) => text.replaceAll('-', ''))
      .optional()
      .describe('Accession number, with `cik`; its main document is read.'),
    cik: cikField().optional().describe('CIK of the filer.'),
    section: line(100)
      .min(1)
      .optional()
      .describe(
        'Item such as 1A, 7 or 2.02, or words of its heading; II-1A if parts repeat item numbers.',
      ),
    maxChars: z
      .int()
      .min(1_000)
      .max(200_000)
      .default(40_000)
      .describe('Most characters of text, 1000 to 200000.'),
  }),
  output: z.object({
    url: z.string().describe('The document.'),
    form: z.string().nullable().describe('Form, if an accession number was given.'),
    section: z.string().nullable().describe('Heading of the chosen item.'),
    text: z.string().describe('Text, with tabs between the cells of tables.'),
    sections: z.array(z.string()).describe('Headings of the items that were found.'),
    wordCount: z.int().describe('Words of the whole text, also of what was cut.'),
    truncated: z.boolean().describe('Whether the text was cut at maxChars.'),
  }),
  examples: [
    {
      input: {
        url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/aapl-20240928.htm',
        section: '1A',
      },
      at: '2026-01-01T00:00:00Z',
      output: {
        url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/aapl-20240928.htm',
        form: null,
        section: 'Item 1A. Risk Factors',
        text: 'Item 1A.\tRisk Factors\n\nThe Company’s business can be affected by a number of factors.\n\nSee Item 7 for more.',
        sections: ['Item 1. Business', 'Item 1A. Risk Factors', 'Item 2. Properties'],
        wordCount: 20,
        truncated: false,
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { cik: '320193', accession: '0000320193-24-000123' }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ url, accession, cik, section, maxChars }, { edgar, threads }) {
    const found = url === undefined ? await findFiling(edgar, accession, cik) : { url, form: null }
    const [, path] = DOCUMENT.exec(found.url) ?? []
    if (path === undefined) throw notFound(`The main document of ${accession} is not text.`)
    const address = `https://www.sec.gov/${path}`
    const html = await edgar.document(address)
    const asked = { html, section: section ?? null, charactersMax: maxChars }
    const read = await threads.run(TEXT, asked, { subject: 'the filing' })
    if (read.text === null)
      throw notFound(
        read.sections.length > 0
          ? `There is no item ${section}; there are ${read.sections.slice(0, 30).join('; ')}.`
          : `The filing has no items, so there is no item ${section}.`,
      )
    return {
      url: address,
      form: found.form,
      section: read.section,
      text: read.text,
      sections: read.sections,
      wordCount: read.wordCount,
      truncated: read.isCut,
    }
  },
})

/** Finds the main document of a filing. */
async function findFiling(edgar: Edgar, accession: string | undefined, cik: string | undefined) {
  if (accession === undefined) throw badInput('url: give a url, or an accession with its cik')
  if (cik === undefined) throw badInput('cik: must be given together with accession')
  const { filings, older } = await edgar.filings(cik)
  const isWanted = (one: (typeof filings)[number]) =>
    one.accession.replaceAll('-', '') === accession
  const filing = filings.find(isWanted) ?? (await olderFilings(older, undefined)).find(isWanted)
  if (!filing) throw notFound(`CIK ${cik} has no filing ${accession}.`)
  return { url: documentUrl(cik, filing), form: filing.form }
}

import { z } from 'zod'
import { badInput, Fault } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { line } from '../../../lib/fields.ts'
import { ecfr } from '../../../upstreams/ecfr.ts'
import { told } from './_fields.ts'
import { readSection } from './_section.ts'

const CITATION =
  /^(\d{1,2})\s*C\.?\s*F\.?\s*R\.?\s*(?:§+|sec(?:tion|\.)?)?\s*(\d{1,4}[a-z]?\.[\w.-]+)$/i

export default defineTool({
  route: 'GET /api/cfr-text',
  name: 'US regulation text',
  description: 'Text of a section of US federal regulations on a day, by its CFR citation.',
  asks: ['what does 17 CFR 240.10b-5 say', 'wording of a federal regulation section in 2019'],
  price: '$0.002',
  uses: { ecfr },
  input: z.object({
    citation: line(60).describe('Title and section, such as 17 CFR 240.10b-5.'),
    date: z.iso
      .date()
      .optional()
      .describe('As it stood on this day, YYYY-MM-DD, from 2017; else the newest text.'),
  }),
  output: z.object({
    citation: z.string(),
    found: z.boolean().describe('Whether there is such a section on that day.'),
    heading: told(),
    text: told().describe('Paragraphs apart by empty lines; cells of tables by bars.'),
    notes: z.array(z.string()).describe('Sources and notes of the editors.'),
    date: z.string().describe('The day that the text is of.'),
  }),
  examples: [{ input: { citation: '17 CFR 240.10b-5' } }],

  async run({ citation, date }, { ecfr }) {
    const [, number, section] = CITATION.exec(citation) ?? []
    if (!number || !section)
      throw badInput('citation: must be a title and a section such as 17 CFR 240.10b-5.')
    const title = Number(number)
    const newest = await ecfr.upToDate(title)
    if (newest === null) throw badInput('citation: there is no such title of the CFR.')
    if (date !== undefined && date > newest)
      throw badInput(`date: title ${title} is known up to ${newest}.`)
    const day = date ?? newest
    const xml = await ecfr.section(title, section, day)
    const read = xml === null ? null : await readSection(xml)
    if (xml !== null && read === null)
      throw new Fault('upstream_failed', 'eCFR answered without a section.')
    return {
      citation: `${title} CFR ${section}`,
      found: read !== null,
      heading: read?.heading ?? null,
      text: read?.text ?? null,
      notes: read?.notes ?? [],
      date: day,
    }
  },
})

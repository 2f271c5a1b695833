import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, nullableText } from '../../../../base/lib/fields.ts'
import { ecfr } from '../../../../capabilities/upstreams/ecfr.ts'

const CITATION =
  /^(\d{1,2})\s*C\.?\s*F\.?\s*R\.?\s*(?:§+|sec(?:tion|\.)?)?\s*(\d{1,4}[a-z]?\.[\w.-]+)$/i

export default defineTool({
  route: 'GET /api/cfr-text',
  name: 'US regulation text',
  description: 'Text of a section of US federal regulations on a day, by its CFR citation.',
  asks: [
    'what does 17 CFR 240.10b-5 say',
    'wording of a CFR section as it stood on a day',
    'read 14 CFR 107.31',
    'wording of a federal regulation',
  ],
  price: '$0.002',
  uses: { ecfr },
  input: z.object({
    citation: line(60).describe('Title and section, such as 17 CFR 240.10b-5.'),
    date: z.iso
      .date()
      .optional()
      .describe('The text in force on this day, YYYY-MM-DD, from 2017. Default: the newest text.'),
  }),
  output: z.object({
    citation: z.string(),
    found: z.boolean().describe('Whether the section exists on that day.'),
    heading: nullableText(),
    text: nullableText().describe(
      'Text; empty lines separate paragraphs, and bars separate cells of tables.',
    ),
    notes: z.array(z.string()).describe('Sources and notes of the editors.'),
    date: z.string().describe('Day of the text.'),
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
      throw badInput(
        `date: must be at most ${newest} for title ${title}, whose text is known up to that day.`,
      )
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

/** A section of the CFR, read from its XML. */
interface Section {
  readonly heading: string | null
  readonly text: string
  readonly notes: readonly string[]
}

/** Elements whose text is a paragraph of its own. */
const NOTES = new Set([
  'CITA',
  'SECAUTH',
  'EDNOTE',
  'EFFDNOT',
  'CROSSREF',
  'FTNT',
  'APPRO',
  'SOURCE',
])
const BLOCKS = new Set(['P', 'FP', 'HD1', 'HD2', 'HD3', 'TR', 'LI', 'MATH', 'PSPACE', 'DIV', 'HED'])

const ends = (name: string): boolean => BLOCKS.has(name) || name === 'HEAD' || NOTES.has(name)
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Null if it holds no section. */
async function readSection(xml: string): Promise<Section | null> {
  const { Parser } = await import('htmlparser2')
  const paragraphs: string[] = []
  const notes: string[] = []
  const path: string[] = []
  let heading: string | null = null
  let isSection = false
  let buffer = ''
  const flush = (): void => {
    const text = squeezed(buffer)
    buffer = ''
    if (text === '') return
    if (path.some((name) => NOTES.has(name))) notes.push(text)
    else if (path.at(-1) === 'HEAD' && heading === null) heading = text
    else paragraphs.push(text)
  }
  const parser = new Parser(
    {
      onopentag(name, { TYPE }) {
        if (/^DIV\d$/.test(name)) isSection ||= TYPE === 'SECTION' || TYPE === 'APPENDIX'
        if (ends(name)) flush()
        path.push(name)
        if (name === 'TD' || name === 'TH') buffer += ' | '
      },
      ontext(text) {
        buffer += text
      },
      onclosetag(name) {
        if (ends(name)) flush()
        path.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  flush()
  return isSection ? { heading, text: paragraphs.join('\n\n'), notes } : null
}

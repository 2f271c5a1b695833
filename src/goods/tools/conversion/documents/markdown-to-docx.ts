import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line, MB, text } from '../../../../base/lib/fields.ts'
import { CODE_STYLE, createWriter, INDENT, LEVELS, startingAt } from './_docx.ts'
import { lexed } from './_gfm.ts'

const FILE_BYTES_MAX = 8 * MB
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export default defineTool({
  route: 'POST /api/markdown-to-docx',
  name: 'Markdown to Word',
  description:
    'Markdown (GitHub flavour) as a Word document (.docx) with real headings, lists, tables, links and code; pictures become their text.',
  asks: [
    'write a word file from markdown',
    'turn my notes into a docx with a table of contents',
    'my boss wants it in Word',
    'export notes to Office',
    'write a .docx',
  ],
  price: '$0.003',
  engine: 'office',
  uses: {},
  place: 'thread',
  input: z.object({
    markdown: text(MB).min(1).describe('Markdown, up to 1 MB; raw HTML in it is left out.'),
    title: line(200).optional().describe('Title above the text and in the properties of the file.'),
    toc: z
      .boolean()
      .default(false)
      .describe(
        'Whether to put a table of contents before the text; Word fills in its page numbers.',
      ),
  }),
  output: z.object({
    base64: z.base64().describe('The .docx file, at most 8 MB.'),
    contentType: z.literal(TYPE),
    bytes: z.int(),
    headings: z.int().describe('Number of headings, without the title.'),
    tables: z.int(),
  }),
  examples: [{ input: { markdown: '# Report\n\n- one' } }],

  async run({ markdown, title, toc }) {
    const tokens = await lexed(markdown)
    const word = await import('docx')
    try {
      const writer = createWriter(word, tokens)
      const children = writer.blocks()
      const contents = new word.TableOfContents('Contents', {
        hyperlink: true,
        headingStyleRange: '1-3',
      })
      const document = new word.Document({
        creator: 'Farebox',
        ...(title && { title }),
        ...(toc && { features: { updateFields: true } }),
        styles: { paragraphStyles: [CODE_STYLE] },
        numbering: { config: writer.starts().map(numberingFrom) },
        sections: [
          {
            children: [
              ...(title ? [new word.Paragraph({ heading: 'Title', text: title })] : []),
              ...(toc ? [contents] : []),
              ...children,
            ],
          },
        ],
      })
      const bytes = settled(await word.Packer.toBuffer(document))
      if (bytes.length > FILE_BYTES_MAX) throw badInput('markdown: must make at most 8 MB of Word')
      const base64 = Buffer.from(bytes).toString('base64')
      return { base64, contentType: TYPE, bytes: bytes.length, ...writer.counted() } as const
    } catch (thrown) {
      if (thrown instanceof Fault) throw thrown
      if (thrown instanceof RangeError) throw badInput('markdown: is nested too deep')
      throw thrown
    }
  },
})

const FORMATS = ['decimal', 'lowerLetter', 'lowerRoman'] as const

const numberingFrom = (start: number) => ({
  reference: startingAt(start),
  levels: Array.from({ length: LEVELS }, (_, level) => ({
    level,
    start,
    format: FORMATS[level % FORMATS.length] ?? 'decimal',
    text: `%${level + 1}.`,
    alignment: 'left' as const,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: 360 } } },
  })),
})

/** Fixed date of all entries of the archive, so that the same input gives the same bytes. */
const WRITTEN = new Date('1980-01-02T00:00:00Z')

/**
 * The same document without the random values of the library, and without its counters of earlier
 * documents.
 */
function settled(docx: Uint8Array): Uint8Array {
  const links = createNames('rIdLink')
  const marks = createNames('_Toc')
  const ids = createNames('')
  const parts = Object.entries(unzipSync(docx)).map(([name, bytes]) => {
    if (name === 'docProps/core.xml')
      return [
        name,
        strToU8(strFromU8(bytes).replaceAll(/<dcterms:.*?<\/dcterms:\w+>/g, '')),
      ] as const
    if (!/^word\/(_rels\/)?document\.xml/.test(name)) return [name, bytes] as const
    const text = strFromU8(bytes)
      .replaceAll(/\brId[a-z0-9_-]{15,}(?=")/g, links)
      .replaceAll(/(?<=")_Toc\d+(?=")|(?<=PAGEREF )_Toc\d+/g, marks)
      .replaceAll(/(?<=<w:bookmark(?:Start|End)\b[^>]* w:id=")\d+(?=")/g, ids)
    return [name, strToU8(text)] as const
  })
  return zipSync(Object.fromEntries(parts), { mtime: WRITTEN })
}

function createNames(prefix: string): (found: string) => string {
  const names = new Map<string, string>()
  return (found) => {
    const name = names.get(found) ?? `${prefix}${names.size + 1}`
    names.set(found, name)
    return name
  }
}

import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { partsOf, type PackageParts } from '../../../../engines/formats/package-parts.ts'
import { countWords } from '../../../../engines/language/words.ts'
import type { OfficeText } from './_office.ts'

const FILE_BYTES_MAX = 8 * MB
const ANSWER_CHARACTERS_MAX = 4_000_000

const Format = z.enum(['pptx', 'odt', 'odp', 'ods', 'epub', 'rtf'])
type Name = z.output<typeof Format>

export default defineTool({
  route: 'POST /api/office-to-text',
  name: 'Office to text',
  description:
    'Text of PowerPoint, OpenDocument (odt, odp, ods), EPUB or RTF files in reading order, by slide, sheet or chapter.',
  asks: [
    'text of powerpoint slides and office files',
    'read an epub or odt file as text',
    'read a presentation',
    'text of an ebook',
    'what do the slides say',
    'open an .odt or .pptx or RTF',
  ],
  price: '$0.003',
  uses: {},
  place: 'thread',
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The file as Base64, up to 8 MB, 64 MB unpacked.'),
  }),
  output: z.object({
    format: Format.describe('Format of the file, detected from its content.'),
    title: z.string().describe('Title of the document; empty if it has none.'),
    sections: z
      .array(z.object({ title: z.string(), text: z.string() }))
      .describe('Slides with their notes, sheets, chapters, or parts below a first heading.'),
    text: z.string().describe('Text of all sections, with tabs between the cells of tables.'),
    wordCount: z.int(),
  }),
  examples: [
    {
      input: { file: 'e1xydGYxXGFuc2kgSGVsbG8gZnJvbSB7XGIgUlRGfS5ccGFyIH0=' },
      output: {
        format: 'rtf',
        title: '',
        sections: [{ title: '', text: 'Hello from RTF.' }],
        text: 'Hello from RTF.',
        wordCount: 3,
      },
    },
  ],

  async run({ file }) {
    const bytes = bytesOfBase64('file', file, FILE_BYTES_MAX)
    const { format, title, sections } = await read(bytes)
    const text = sections
      .map((section) => section.text)
      .filter((one) => one !== '')
      .join('\n\n')
    if (text.length > ANSWER_CHARACTERS_MAX)
      throw badInput(`file: holds more than ${ANSWER_CHARACTERS_MAX} characters of text`)
    return { format, title, sections: [...sections], text, wordCount: countWords(text) }
  },
})

async function read(bytes: Buffer): Promise<OfficeText & { readonly format: Name }> {
  if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') {
    const { readRtf } = await import('./_rtf.ts')
    const { title, text } = readRtf(bytes)
    return { format: 'rtf', title, sections: [{ title, text }] }
  }
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw badInput(
      'file: is an old binary Office file or is encrypted; save it in the newer format',
    )
  const parts = partsOf(bytes, (name) => /\.(?:xml|rels|opf|x?html?)$|^mimetype$/i.test(name))
  const format = formatOf(parts)
  const { readEpub, readPptx } = await import('./_office.ts')
  const { readOpenDocument } = await import('./_open-document.ts')
  try {
    if (format === 'pptx') return { format, ...readPptx(parts) }
    return format === 'epub'
      ? { format, ...readEpub(parts) }
      : { format, ...readOpenDocument(parts) }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput('file: is nested too deep')
    if (thrown instanceof TypeError || thrown instanceof URIError)
      throw badInput('file: is damaged')
    throw thrown
  }
}

function formatOf(parts: PackageParts): Name {
  if (parts.has('ppt/presentation.xml')) return 'pptx'
  const type = new TextDecoder().decode(parts.get('mimetype')).trim()
  if (type === 'application/epub+zip' || parts.has('META-INF/container.xml')) return 'epub'
  const kind = /opendocument\.(text|presentation|spreadsheet)/.exec(type)?.[1]
  if (kind) return kind === 'text' ? 'odt' : kind === 'presentation' ? 'odp' : 'ods'
  if (parts.has('word/document.xml'))
    throw badInput('file: is a Word document; docx-to-markdown reads it')
  if (parts.has('xl/workbook.xml'))
    throw badInput('file: is an Excel workbook; xlsx-to-json reads it')
  throw badInput('file: must be a pptx, odt, odp, ods, epub or rtf file')
}

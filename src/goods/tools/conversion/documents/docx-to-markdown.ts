import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { partsOf } from '../../../../engines/formats/package-parts.ts'
import { countWords, plain } from '../../../../engines/language/words.ts'
import { sanitised } from '../../../../engines/html/sanitise.ts'

/** A document of two paragraphs, for the example. */
const SMALL_DOCX =
  'UEsDBBQAAAAIAAAAIVzmdcR+0gAAAIsBAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbH2QvVLDMAzHX8XnlasVGBh6SToAKzD0BXSOkvjw11luad++Sls6cIVR+n/8ZLebQ/BqT4Vdip1+NI3e9O32mImVKJE7Pdea1wBsZwrIJmWKooypBKwylgky2i+cCJ6a5hlsipViXdWlQ/ftK42481W9HWR9oRTyrNXLxbiwOo05e2exig77OPyirK4EI8mzh2eX+UEMGu4SFuVvwDX3Ic8ubiD1iaW+YxAXfKcywJDsLkjS/F9z5840js7SLb+05ZIsMbs4BW9uSkAXf+6H83f3J1BLAwQUAAAACAAAACFc/sabv5QAAAAFAQAACwAAAF9yZWxzLy5yZWxzjc87DsIwDAbgq0Q+QNwyMKCkXVhYKy4QpW5a0TzkhNftycBAEQOjf//6LKv+4VdxI85LDBpa2UDfqYFWU2qQ5yVlURsha5hLSQfEbGfyJsuYKNTNFNmbUkd2mIy9GEe4a5o98qcBW1OcRg3cgjg/E/0jx2laLB2jvXoK5ceBr0aVDTsqGu6RRxzfsawsYKdw82D3AlBLAwQUAAAACAAAACFcUVKbZIgAAAC2AAAAEQAAAHdvcmQvZG9jdW1lbnQueG1sRY5LDsMgDESvgjhATLvoIspn2xt0TQNJkDBGhpT29oV00c0beUYz8jC/0YuX5eQojPLSKTlPQ+kNLQfakEWNQ+rLKPecYw+Qlt2iTh1FG2q2EqPO9eQNCrGJTItNyYUNPVyVugFqF2SbfJL5NI0N3JCnu/WexMqE4lHbAzSzkU/Gk78i/J+avlBLAQIUAxQAAAAIAAAAIVzmdcR+0gAAAIsBAAATAAAAAAAAAAAAAACAAQAAAABbQ29udGVudF9UeXBlc10ueG1sUEsBAhQDFAAAAAgAAAAhXP7Gm7+UAAAABQEAAAsAAAAAAAAAAAAAAIABAwEAAF9yZWxzLy5yZWxzUEsBAhQDFAAAAAgAAAAhXFFSm2SIAAAAtgAAABEAAAAAAAAAAAAAAIABwAEAAHdvcmQvZG9jdW1lbnQueG1sUEsFBgAAAAADAAMAuQAAAHcCAAAAAA=='

const FILE_BYTES_MAX = 8 * MB
const WARNINGS_MAX = 50
const TAGS_MAX = 200_000

export default defineTool({
  route: 'POST /api/docx-to-markdown',
  name: 'Word to Markdown',
  description:
    'Reads a Word document (.docx) as Markdown, HTML or text: headings, lists, tables, links and footnotes kept; macros never run.',
  asks: [
    'convert docx to markdown',
    'read the text of a word document',
    'get the text out of a Word file',
    'open a .docx without Office',
    'what does this Word document say',
  ],
  price: '$0.003',
  engine: 'office',
  uses: {},
  place: 'thread',
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The .docx file as Base64, up to 8 MB.'),
    format: z
      .enum(['markdown', 'html', 'text'])
      .default('markdown')
      .describe('Format of the answer.'),
  }),
  output: z.object({
    text: z.string(),
    wordCount: z.int(),
    images: z.int().describe('Number of pictures in the document; they are left out.'),
    warnings: z.array(z.string()).describe('What the format of the answer cannot hold; up to 50.'),
  }),
  examples: [
    {
      input: { file: SMALL_DOCX },
      output: { text: 'Hello from Word', wordCount: 3, images: 0, warnings: [] },
    },
  ],

  async run({ file, format }) {
    const bytes = bytesOfBase64('file', file, FILE_BYTES_MAX)
    assertDocument(bytes)
    const { default: mammoth } = await import('mammoth')
    let images = 0
    const convertImage = mammoth.images.imgElement(async () => {
      images += 1
      return { src: '' }
    })
    try {
      const options = { convertImage, includeEmbeddedStyleMap: false, externalFileAccess: false }
      const { value, messages } = await mammoth.convertToHtml({ buffer: bytes }, options)
      const html = await sanitised(value.replaceAll(/<img\b[^>]*>/g, ''))
      const warnings = [...new Set(messages.map(({ message }) => message.slice(0, 200)))]
      const text = await formed(html, format)
      const words = format === 'html' ? await formed(html, 'text') : text
      const wordCount = countWords(format === 'markdown' ? plain(words) : words)
      return { text, wordCount, images, warnings: warnings.slice(0, WARNINGS_MAX) }
    } catch (thrown) {
      if (thrown instanceof Fault) throw thrown
      if (thrown instanceof RangeError) throw badInput('file: is nested too deep')
      throw badInput('file: is not a readable Word document')
    }
  },
})

/** Checks that it is a Word document, and its size, before the library walks it. */
function assertDocument(bytes: Buffer): void {
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw badInput('file: is an old .doc file or is encrypted; save it as plain .docx')
  const parts = partsOf(bytes, (name) => /^word\/[^/]+\.xml$/.test(name))
  if (parts.size === 0) throw badInput('file: is not a Word document (.docx)')
  for (const part of parts.values()) {
    const tags = Buffer.from(part).toString('latin1').split('<').length
    if (tags > TAGS_MAX * 10) throw badInput('file: has too many elements')
  }
}

async function formed(html: string, format: 'markdown' | 'html' | 'text'): Promise<string> {
  if (format === 'html') return html
  if (format === 'markdown') {
    const { markdownOf } = await import('../../../../engines/article/markdown.ts')
    return markdownOf(html)
  }
  const { textOfHtml } = await import('./_html-text.ts')
  return textOfHtml(html)
}

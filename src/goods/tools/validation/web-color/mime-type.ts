import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { searchText } from '../../../../base/lib/fields.ts'

/** Types that are text, though their names do not say so. */
const COMPRESSIBLE =
  /^text\/|[/+](json|xml|javascript|yaml|toml|sql|graphql|wasm)$|^image\/(svg\+xml|bmp)$|^font\/[to]tf$/
const DOCUMENTS = /pdf|msword|officedocument|opendocument|rtf|epub|ms-excel|ms-powerpoint/
const ARCHIVES = /zip|tar|7z|rar|compressed/

export default defineTool({
  route: 'GET /api/mime-type',
  name: 'Media type',
  description:
    'Media type (MIME, Content-Type header) of a file name or extension such as xlsx, and the file extensions of a media type.',
  asks: [
    'content type header for an xlsx file',
    'file extensions of the media type image/svg+xml',
    'content type of .webp',
    'which extension',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    q: searchText(200).describe('A file name, an extension, or a media type.'),
  }),
  output: z.object({
    type: z.string(),
    extensions: z.array(z.string()).describe('Extensions without the dot, the usual one first.'),
    compressible: z.boolean().describe('Whether gzip makes such files much smaller.'),
    charset: z.string().nullable().describe('Charset for Content-Type, if it is text.'),
    category: z
      .enum(['text', 'image', 'audio', 'video', 'font', 'document', 'archive', 'data'])
      .describe('Kind of content.'),
  }),
  examples: [
    {
      input: { q: 'report.xlsx' },
      output: {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        extensions: ['xlsx'],
        compressible: false,
        charset: null,
        category: 'document',
      },
    },
    {
      input: { q: 'image/svg+xml' },
      output: {
        type: 'image/svg+xml',
        extensions: ['svg', 'svgz'],
        compressible: true,
        charset: null,
        category: 'image',
      },
    },
  ],

  async run({ q }) {
    const { default: mime } = await import('mime-types')
    const asType = /^[\w.+-]+\/[\w.+-]+(?=;|\s|$)/.exec(q)?.[0].toLowerCase() ?? ''
    const type = Object.hasOwn(mime.extensions, asType) ? asType : mime.lookup(q)
    if (!type) throw notFound(`q: must have a known media type, unlike ${excerpt(q)}`)
    return {
      type,
      extensions: [...(mime.extensions[type] ?? [])],
      compressible: COMPRESSIBLE.test(type),
      charset: mime.charset(type) || null,
      category: categoryOf(type),
    }
  },
})

function categoryOf(type: string) {
  const top = (['text', 'image', 'audio', 'video', 'font'] as const).find((kind) =>
    type.startsWith(`${kind}/`),
  )
  if (top) return top
  if (DOCUMENTS.test(type)) return 'document' as const
  return ARCHIVES.test(type) ? ('archive' as const) : ('data' as const)
}

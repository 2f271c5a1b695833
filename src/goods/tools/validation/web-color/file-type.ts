import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { bytesOfBase64, isText } from '../../../../base/lib/bytes.ts'
import { base64, line, MB } from '../../../../base/lib/fields.ts'

const FILE_BYTES_MAX = 8 * MB

export default defineTool({
  route: 'POST /api/file-type',
  name: 'File type',
  description:
    'The true type of a file by its first bytes, whether it is text and in which encoding, and ' +
    'whether its name says otherwise.',
  asks: [
    'true type of an uploaded file whose name may lie',
    'detect the file type of unknown bytes',
    'what kind of file is it without an ending',
    'is it really a PDF',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The file in base64, up to 8 MB.'),
    name: line(255).optional().describe('Name of the file, for comparison.'),
  }),
  output: z.object({
    extension: z.string().nullable(),
    type: z.string().nullable().describe('Media type; null if the bytes do not show it.'),
    matchesName: z
      .boolean()
      .nullable()
      .describe('Whether the name fits; null without a name, or without a known type.'),
    isText: z.boolean(),
    charset: z.string().nullable(),
    details: z.string(),
    bytes: z.int(),
  }),
  examples: [
    {
      input: { file: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', name: 'a.jpg' },
      output: {
        extension: 'png',
        type: 'image/png',
        matchesName: false,
        isText: false,
        charset: null,
        details: 'the bytes are those of image/png, but the name ends in .jpg',
        bytes: 33,
      },
    },
    {
      input: { file: 'eyJhIjoxfQ==', name: 'data.json' },
      output: {
        extension: 'json',
        type: 'application/json',
        matchesName: true,
        isText: true,
        charset: 'utf-8',
        details: 'text that reads as application/json',
        bytes: 7,
      },
    },
  ],

  async run({ file, name }) {
    const bytes = bytesOfBase64('file', file, FILE_BYTES_MAX)
    const [{ fileTypeFromBuffer }, { default: mimeTypes }] = await Promise.all([
      import('file-type'),
      import('mime-types'),
    ])
    // A damaged file with a known beginning makes the library throw; its type is then unknown.
    const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
    const charset = found && !TEXTUAL.test(found.mime) ? null : charsetOf(bytes)
    const guess = found ?? (charset === null ? undefined : textType(decodeAs(bytes, charset)))
    const suffix = name === undefined ? undefined : /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase()
    const named = suffix === undefined ? false : mimeTypes.lookup(suffix)
    const matchesName =
      guess === undefined || suffix === undefined ? null : fits(guess, suffix, named)
    return {
      extension: guess?.ext ?? null,
      type: guess?.mime ?? null,
      matchesName,
      isText: charset !== null,
      charset,
      details: sentenceOf(
        guess?.mime,
        charset !== null,
        matchesName === false ? suffix : undefined,
      ),
      bytes: bytes.length,
    }
  },
})

/** Types with a known beginning that are text. */
const TEXTUAL = /^text\/|[/+]xml$|rtf|postscript/

interface Guess {
  readonly ext: string
  readonly mime: string
}

function sentenceOf(mime: string | undefined, text: boolean, suffix: string | undefined): string {
  if (mime === undefined) return 'no known beginning, and not text'
  const first = text ? `text that reads as ${mime}` : `the bytes are those of ${mime}`
  return suffix === undefined ? first : `${first}, but the name ends in .${suffix}`
}

/** Office files are ZIP archives, and many kinds of text are plain text. */
function fits({ ext, mime }: Guess, suffix: string, named: string | false): boolean {
  if (suffix === ext || named === mime) return true
  const same: Readonly<Record<string, readonly string[]>> = {
    jpg: ['jpeg', 'jpe', 'jfif'],
    tif: ['tiff'],
    mid: ['midi'],
    zip: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'jar', 'apk', 'epub', 'whl'],
    txt: [
      'text',
      'log',
      'md',
      'csv',
      'tsv',
      'yaml',
      'yml',
      'toml',
      'ini',
      'conf',
      'js',
      'ts',
      'css',
      'sql',
      'py',
      'sh',
    ],
    mp4: ['m4v', 'm4a', 'mov'],
    cfb: ['doc', 'xls', 'ppt', 'msi', 'msg'],
    html: ['htm', 'xhtml'],
    xml: ['svg', 'rss', 'atom', 'xsl', 'kml', 'gpx'],
    gz: ['tgz'],
  }
  return same[ext]?.includes(suffix) ?? false
}

function charsetOf(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0) return 'utf-16be'
  if (isText(bytes)) return 'utf-8'
  const controls = bytes
    .subarray(0, 65_536)
    .filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20))
  return controls.length === 0 ? 'windows-1252' : null
}

const decodeAs = (bytes: Buffer, charset: string): string =>
  new TextDecoder(charset).decode(bytes.subarray(0, 1024 * 1024))

function textType(text: string): Guess {
  const begin = text.replace(/^\uFEFF/, '').trimStart()
  if (/^[[{]/.test(begin) && isJson(text)) return { ext: 'json', mime: 'application/json' }
  if (/^<!doctype html|^<html[\s>]/i.test(begin)) return { ext: 'html', mime: 'text/html' }
  if (/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?<svg[\s>]/i.test(begin.slice(0, 2_000)))
    return { ext: 'svg', mime: 'image/svg+xml' }
  if (begin.startsWith('<?xml')) return { ext: 'xml', mime: 'application/xml' }
  if (begin.startsWith('-----BEGIN ')) return { ext: 'pem', mime: 'application/x-pem-file' }
  if (begin.startsWith('BEGIN:VCALENDAR')) return { ext: 'ics', mime: 'text/calendar' }
  if (begin.startsWith('BEGIN:VCARD')) return { ext: 'vcf', mime: 'text/vcard' }
  if (begin.startsWith('#!')) return { ext: 'sh', mime: 'text/x-shellscript' }
  return { ext: 'txt', mime: 'text/plain' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

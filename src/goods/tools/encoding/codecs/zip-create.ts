import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, bytesOfBase64, excerpt } from '../../../../base/lib/bytes.ts'
import { type Level, packTarGz, type PackedFile, packZip } from './_pack.ts'

const TOTAL_BYTES_MAX = 8 * MB

const SentFile = z.object({
  name: z.string().min(1).max(255).describe('Path with `/`, such as docs/a.txt.'),
  text: text(TOTAL_BYTES_MAX).optional().describe('Content as text; either this or `base64`.'),
  base64: base64(TOTAL_BYTES_MAX).optional().describe('Content as Base64; either this or `text`.'),
})

export default defineTool({
  route: 'POST /api/zip-create',
  name: 'ZIP create',
  description: 'ZIP or TAR archive from supplied files, byte-reproducible.',
  asks: [
    'make a zip file',
    'pack several files into a tar archive',
    'pack several files into one',
    'make an archive for download',
    'bundle attachments',
    'tar',
  ],
  price: '$0.002',
  uses: {},
  bodyBytesMax: 12 * MB,
  input: z.object({
    files: z
      .array(SentFile)
      .min(1)
      .max(200)
      .describe('1 to 200 files, each a `name` and `text` or `base64`, up to 8 MB in all.'),
    format: z.enum(['zip', 'tar.gz']).default('zip').describe('Kind of archive.'),
    level: z.int().min(0).max(9).default(6).describe('Compression, 0 (none) to 9.'),
  }),
  output: z.object({
    base64: z.string().describe('The archive. The same files give the same bytes.'),
    bytes: z.int().describe('Its size.'),
    count: z.int().describe('Number of files.'),
    sha256: z.string().describe('Digest of the archive as hex.'),
  }),
  examples: [
    {
      input: { files: [{ name: 'a.txt', text: 'hi' }] },
      output: {
        base64:
          'UEsDBBQAAAgAAAAAIQCsKpPYAgAAAAIAAAAFAAAAYS50eHRoaVBLAQIUAxQAAAgAAAAAIQCsKpPYAgAAAAIA' +
          'AAAFAAAAAAAAAAAAAACkgQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=',
        bytes: 110,
        count: 1,
        sha256: '2c6936cb707eb704dfaf9f0a84932c5b846d9b6fd2cda4b0f8e0f097710e0ad5',
      },
    },
    {
      input: {
        files: [
          { name: 'a.txt', text: 'hi' },
          { name: 'b/c.bin', base64: 'AP8=' },
        ],
        format: 'tar.gz',
      },
      output: {
        base64:
          'H4sIAAAAAAAAA+3TOw6AIAwGYI/CCbCUx33ARRYHxcTbKzgyampj0m/p0KT9OzTqcpSBFgAE51SrVV8bVIAY' +
          'rEfbGmDABF/7xLlu+1biWqO8ndMf9xNz5k4gOKVx0ikvpDse/L91Rv7/Eyd3ACGEEBwunW15uQAMAAA=',
        bytes: 122,
        count: 2,
        sha256: 'cadfb68c8d99c277b3f85fdd69835eee8133eb1f3b8e57f61d14445211aae3fc',
      },
    },
  ],

  async run({ files, format, level }) {
    const sent = contentsOf(files)
    const archive = await (format === 'zip' ? packZip : packTarGz)(sent, level as Level)
    return {
      base64: archive.toString('base64'),
      bytes: archive.length,
      count: sent.length,
      sha256: createHash('sha256').update(archive).digest('hex'),
    }
  },
})

function contentsOf(files: readonly z.output<typeof SentFile>[]): readonly PackedFile[] {
  const names = new Set(files.map(({ name }) => name))
  if (names.size < files.length) throw badInput('files: must have names that differ')
  let left = TOTAL_BYTES_MAX
  return files.map(({ name, text, base64 }, at) => {
    const field = `files.${at}`
    const flaw = flawOf(name, names)
    if (flaw) throw badInput(`${field}.name: ${excerpt(name)} ${flaw}`)
    if ((text === undefined) === (base64 === undefined)) {
      throw badInput(`${field}: must have either text or base64, and not both`)
    }
    const bytes =
      base64 === undefined ? bytesOf(text ?? '') : bytesOfBase64(`${field}.base64`, base64)
    left -= bytes.length
    if (left < 0) throw badInput('files: must be at most 8 MB in all')
    return { name, bytes }
  })
}

/** What would keep the archive from being unpacked on every system, into one folder. */
function flawOf(name: string, names: ReadonlySet<string>): string | undefined {
  const segments = name.split('/')
  if (/[\p{Cc}\\]/u.test(name)) {
    return 'must not hold backslashes, control characters or lone surrogates'
  }
  if (segments.some((segment) => ['', '.', '..'].includes(segment)) || /^[a-z]:/i.test(name)) {
    return 'must be a relative path to a file, without empty, "." and ".." parts'
  }
  const isWithinFile = segments.some(
    (_, at) => at > 0 && names.has(segments.slice(0, at).join('/')),
  )
  return isWithinFile ? 'lies within a name that is itself a file' : undefined
}

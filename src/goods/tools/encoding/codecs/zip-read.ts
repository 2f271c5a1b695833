import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import {
  createListing,
  EVERYTHING,
  EXPANSION_MAX,
  flagWhole,
  isBomb,
  type Listing,
} from './_archive.ts'
import { bytesOfBase64, excerpt } from '../../../../base/lib/bytes.ts'
import { codecOf, inflate } from './_inflate.ts'
import { isTar, readTar, TAR_HEAD_BYTES } from './_tar.ts'
import { readZip } from './_zip.ts'

const FILE_BYTES_MAX = 8 * MB
const EXTRACT_BYTES_MAX = 8_000_000
/** Limit for reading a compressed TAR; only one chunk of it is in memory at a time. */
const TAR_BYTES_MAX = 64 * MB

const DAMAGED = 'is damaged or cut short'

export default defineTool({
  route: 'POST /api/zip-read',
  name: 'ZIP read',
  description: 'List or extract entries of a ZIP or TAR file, traversal and bombs flagged.',
  asks: [
    'unzip an archive',
    'list the contents of a zip or tar file',
    'what is in this zip',
    'unzip one file',
    'unpack an archive safely',
  ],
  price: '$0.002',
  uses: {},
  input: z.object({
    file: base64(FILE_BYTES_MAX).describe('The archive (ZIP, TAR, TAR.GZ) as Base64, up to 8 MB.'),
    extract: z
      .array(z.string().max(4096))
      .max(200)
      .default([])
      .describe('Names of entries to answer the content of, up to 200; `*` stands for all.'),
    maxBytes: z
      .int()
      .min(1)
      .max(EXTRACT_BYTES_MAX)
      .default(EXTRACT_BYTES_MAX)
      .describe('Most bytes to extract in all, 1 to 8000000; entries beyond that are flagged.'),
  }),
  output: z.object({
    format: z.enum(['zip', 'tar', 'tar.gz']).describe('Kind of archive.'),
    entries: z
      .array(
        z.object({
          name: z.string().describe('Path in the archive.'),
          bytes: z.number().describe('Uncompressed size according to the archive.'),
          compressedBytes: z.number().optional().describe('Compressed size; left out for tar.gz.'),
          modifiedIso: z
            .string()
            .optional()
            .describe('Time of change; a ZIP time without a zone is read as UTC.'),
          isDirectory: z.boolean().describe('Whether it is a folder.'),
        }),
      )
      .describe('Entries, up to 10000.'),
    files: z
      .record(
        z.string(),
        z.object({
          text: z.string().optional().describe('Content, if it is UTF-8 text.'),
          base64: z.string().optional().describe('Content, if it is not text.'),
          bytes: z.int().describe('Size of the file in bytes.'),
        }),
      )
      .describe('Extracted files, by name.'),
    suspicious: z
      .array(z.string())
      .describe(
        'Each as `"name": problem`: paths that leave the folder, links, encryption, duplicates, ' +
          'bombs, overlaps, damage, and requested entries that were not extracted.',
      ),
    count: z.int().describe('Number of entries listed.'),
  }),
  examples: [
    {
      input: { file: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' },
      output: { format: 'zip', entries: [], files: {}, suspicious: [], count: 0 },
    },
    {
      input: {
        file:
          'UEsDBBQAAAgAAAAAIQCsKpPYAgAAAAIAAAAFAAAAYS50eHRoaVBLAQIUAxQAAAgAAAAAIQCsKpPYAgAAAAIA' +
          'AAAFAAAAAAAAAAAAAACkgQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=',
        extract: ['a.txt'],
      },
      output: {
        format: 'zip',
        entries: [
          {
            name: 'a.txt',
            bytes: 2,
            compressedBytes: 2,
            modifiedIso: '1980-01-01T00:00:00.000Z',
            isDirectory: false,
          },
        ],
        files: { 'a.txt': { text: 'hi', bytes: 2 } },
        suspicious: [],
        count: 1,
      },
    },
  ],

  async run({ file, extract, maxBytes }) {
    const bytes = bytesOfBase64('file', file, FILE_BYTES_MAX)
    const listing = createListing(extract, maxBytes)
    const format = await readArchive(bytes, listing)
    const { entries, names, files, suspicious } = listing
    const missing = extract.find((name) => name !== EVERYTHING && !names.has(name))
    if (missing !== undefined) {
      throw badInput(`extract: there is no entry ${excerpt(missing)} in the archive`)
    }
    return { format, entries, files: Object.fromEntries(files), suspicious, count: entries.length }
  },
})

async function readArchive(file: Buffer, listing: Listing) {
  if (codecOf(file) === 'gzip') {
    await readTarGz(file, listing)
    return 'tar.gz'
  }
  if (isTar(file)) {
    const isWhole = await readTar([file], listing, false)
    if (!isWhole) flagWhole(listing, DAMAGED)
    return 'tar'
  }
  if (await readZip(file, listing)) return 'zip'
  throw badInput('file: must be a ZIP, TAR or TAR.GZ archive')
}

async function readTarGz(file: Buffer, listing: Listing): Promise<void> {
  const head = await inflate('gzip', file, TAR_HEAD_BYTES).catch(() => undefined)
  if (!head || !isTar(head.bytes)) {
    throw badInput('file: is gzip data that holds no TAR archive; decompress reads such data')
  }
  const stream = createGunzip()
  stream.end(file)
  let bytes = 0
  async function* bounded() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > TAR_BYTES_MAX) throw new Error('too long')
      yield chunk
    }
  }
  const isWhole = await readTar(bounded(), listing, true)
  if (!isWhole && bytes <= TAR_BYTES_MAX) flagWhole(listing, DAMAGED)
  if (bytes > TAR_BYTES_MAX) flagWhole(listing, `is read only up to ${TAR_BYTES_MAX} bytes`)
  if (isBomb(bytes, file.length)) flagWhole(listing, `expands over ${EXPANSION_MAX} times`)
}

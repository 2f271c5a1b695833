import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import compress from './compress.ts'
import decompress from './decompress.ts'
import zipCreate from './zip-create.ts'
import zipRead from './zip-read.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

const PACKERS = {
  gzip: gzipSync,
  zlib: deflateSync,
  deflate: deflateRawSync,
  brotli: brotliCompressSync,
}
const ALGORITHMS = Object.keys(PACKERS) as (keyof typeof PACKERS)[]

describe('compress and decompress', () => {
  test.each(ALGORITHMS)('%s restores the data', async (algo) => {
    const text = 'so long, and thanks for all the fish '.repeat(50)
    for (const level of [1, 11]) {
      const packed = await runExample(compress, { text, algo, level })
      const answer = await runExample(decompress, { base64: packed.base64 })
      expect(answer).toMatchObject({ text, algo, bytes: text.length, truncated: false })
    }
  })

  test.each(ALGORITHMS)('a %s bomb stops at the limit', async (algo) => {
    const base64 = PACKERS[algo](Buffer.alloc(20_000_000)).toString('base64')
    const answer = await runExample(decompress, { base64, algo, maxBytes: 1000 })
    expect(answer).toMatchObject({ bytes: 1000, truncated: true })
    expect(answer.text).toBeUndefined()
  })

  test('a truncated character is left out of the text', async () => {
    const base64 = gzipSync('€€').toString('base64')
    const answer = await runExample(decompress, { base64, maxBytes: 5 })
    expect(answer).toMatchObject({ text: '€', base64: '4oKs4oI=', bytes: 5, truncated: true })
  })

  test('empty data is compressed and restored', async () => {
    const { base64, ratio } = await runExample(compress, { text: '' })
    expect(ratio).toBe(1)
    expect(await runExample(decompress, { base64 })).toMatchObject({ text: '', bytes: 0 })
  })

  test.each([
    [compress, {}, 'either text or base64'],
    [compress, { text: 'a', base64: 'YQ==' }, 'either text or base64'],
    [compress, { base64: 'YQ=' }, 'base64: must be whole base64'],
    [compress, { text: 'a', level: 12 }, 'level:'],
    [decompress, { base64: '' }, 'must be gzip, zlib, deflate or brotli'],
    [decompress, { base64: 'aGVsbG8gd29ybGQ=' }, 'must be gzip, zlib, deflate or brotli'],
    [decompress, { base64: 'H4sIAAAAAAAAA8tIzcnJBwA=' }, 'cut short'],
    [decompress, { base64: 'H4sIAAAAAAAAA8tIzcnJBwCGphA3BQAAAA==' }, 'must be gzip data'],
    [decompress, { base64: 'eJwDAAAAAAE=', algo: 'gzip' }, 'must be gzip data'],
    [decompress, { base64: 'AAAA', maxBytes: 8_000_001 }, 'maxBytes:'],
  ])('input %# is refused', async (spec, input, message) => {
    await expect(runExample(spec, input)).rejects.toMatchObject(bad(message))
  })
})

describe('zip-create', () => {
  const FILES = [
    { name: 'mimetype', text: 'application/epub+zip' },
    { name: '1', text: '' },
    { name: 'ü/日本.txt', text: 'lorem ipsum '.repeat(20_000) },
    { name: 'r.bin', base64: 'AAECAwT/' },
    { name: `${'deep/'.repeat(40)}a.txt`, text: 'deep' },
  ]

  test.each(['zip', 'tar.gz'])('%s restores the same data at every level', async (format) => {
    for (const level of [0, 1, 9]) {
      const made = await runExample(zipCreate, { files: FILES, format, level })
      expect(await runExample(zipCreate, { files: FILES, format, level })).toEqual(made)
      const read = await runExample(zipRead, { file: made.base64, extract: ['*'] })
      expect(read).toMatchObject({ format, count: FILES.length, suspicious: [] })
      const files = read.files as Record<string, { text?: string; base64?: string }>
      expect(Object.keys(files).toSorted()).toEqual(FILES.map(({ name }) => name).toSorted())
      for (const { name, ...content } of FILES) expect(files[name]).toMatchObject(content)
    }
  })

  test.each([
    [[{ name: '../a', text: '' }], 'files.0.name: "../a" must be a relative path'],
    [[{ name: '/a', text: '' }], 'must be a relative path'],
    [[{ name: 'a/', text: '' }], 'must be a relative path'],
    [[{ name: 'c:a', text: '' }], 'must be a relative path'],
    [[{ name: 'a\\b', text: '' }], 'backslashes'],
    [[{ name: 'a\nb', text: '' }], 'control characters'],
    [[{ name: '\ud800', text: '' }], 'half of a surrogate pair'],
    [
      [
        { name: 'a', text: '' },
        { name: 'a', text: '' },
      ],
      'names that differ',
    ],
    [
      [
        { name: 'a', text: '' },
        { name: 'a/b', text: '' },
      ],
      'itself a file',
    ],
    [[{ name: 'a' }], 'files.0: must have either text or base64'],
    [[{ name: 'a', text: '', base64: '' }], 'not both'],
    [[{ name: 'a', text: '\udfff' }], 'half of a surrogate pair'],
    [
      [
        { name: 'a', text: 'a'.repeat(5e6) },
        { name: 'b', text: 'a'.repeat(5e6) },
      ],
      '8 MB in all',
    ],
    [[], 'files:'],
  ])('input %# is refused', async (files, message) => {
    await expect(runExample(zipCreate, { files })).rejects.toMatchObject(bad(message))
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import zipRead from './zip-read.ts'

const read = (file: Buffer, extract: string[] = []) =>
  runExample(zipRead, { file: file.toString('base64'), extract })

/** The header block of a TAR entry, with its checksum, without data. */
function tarHeader(name: string, { size = '0', type = '0', link = '', mtime = '0' } = {}): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write('0000644\0', 100)
  header.write(size, 124, 'latin1')
  header.write(mtime, 136, 'latin1')
  header.write(`        ${type}${link}`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const END = Buffer.alloc(1024)

describe('zip-read of TAR', () => {
  test('GNU and PAX forms are read as GNU tar writes them', async () => {
    const gnu =
      'H4sIAAAAAAACA+3TQQrDIBBA0TmKJ2g0TPQ8oQ1kIbVES3v8apcJpKsUSv/bDDgLQfnzFGM6lWeR49jKq75ntZ7VIE' +
      '6HXkOw2s6dU+fFWPmCey7jYowsKe2+waf9j5rb/wv+Vbwef0crPISw079d9d87X/vvu6mcu9uY8+NC/wAAAAAAAAAA' +
      'AAAAAMDWC3uhDRUAKAAA'
    const answer = await runExample(zipRead, { file: gnu, extract: ['*'] })
    expect(answer).toMatchObject({
      format: 'tar.gz',
      count: 2,
      files: { 'hello.txt': { text: 'hello' } },
    })
    expect(answer.suspicious).toEqual(['"ln": is a symbolic link to "/etc/passwd"'])
    const pax =
      'H4sIAAAAAAACA+3RSwrCMBAA0BzFE8TUpvY8LgQXhUBNocc3dtmFrhQK781iYGYznxjPj/s0lVjXGn4kNdect9zscz' +
      'OELg+XPI4pv+td3yKcUviD5VlvcxtlLuXjAb7198sdxPb8AAAAAAAAAAAAwNG8ADLK8ooAKAAA'
    const paxAnswer = await runExample(zipRead, { file: pax })
    expect(paxAnswer.suspicious).toEqual(['"../hello.txt": path leaves the folder by ".."'])
  })

  test.each([
    ['a hard link', tarHeader('l', { type: '1', link: 'x' }), '"l": is a hard link to "x"'],
    ['a device', tarHeader('d', { type: '3' }), '"d": is a device'],
    [
      'a huge size',
      tarHeader('h', { size: '77777777777' }),
      '"h": not extracted, exceeds maxBytes',
    ],
    [
      'a size beyond all',
      tarHeader('h', { size: '\x80\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff' }),
      'archive: is damaged or cut short',
    ],
    [
      'a size that is no number',
      tarHeader('h', { size: 'zzz' }),
      'archive: is damaged or cut short',
    ],
  ])('flags %s', async (_what, header, expected) => {
    const { suspicious } = await read(Buffer.concat([header, END]), ['*'])
    expect(suspicious).toContain(expected)
  })

  test('a time beyond all dates is left out', async () => {
    const header = tarHeader('t', { mtime: '\x80\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff' })
    const { entries } = await read(Buffer.concat([header, END]))
    expect(entries).toEqual([{ name: 't', bytes: 0, compressedBytes: 0, isDirectory: false }])
  })

  test('at most 64 MB of a compressed bomb are read', async () => {
    const size = (100_000_000).toString(8)
    const file = gzipSync(Buffer.concat([tarHeader('zeros', { size }), Buffer.alloc(100_000_000)]))
    const { suspicious } = await read(file, ['zeros'])
    expect(suspicious).toEqual([
      '"zeros": not extracted, exceeds maxBytes',
      'archive: is read only up to 67108864 bytes',
      'archive: expands over 100 times',
    ])
  })

  test('lists at most 10000 entries', async () => {
    const header = tarHeader('a')
    const file = gzipSync(Buffer.concat(Array.from({ length: 20_000 }, () => header)))
    expect((await read(file)).count).toBe(10_000)
  })
})

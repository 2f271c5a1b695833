/** @module-tag long */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { packZip } from './_pack.ts'
import zipRead from './zip-read.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

/** A ZIP of files by name, with changes at offsets from the first record of its directory. */
async function zipOf(
  files: Record<string, Buffer>,
  change?: (zip: Buffer, record: number) => void,
) {
  const packed = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
  const zip = await packZip(packed, 6)
  change?.(zip, zip.indexOf('PK\x01\x02', 0, 'latin1'))
  return zip
}

const read = (file: Buffer, extract: string[] = []) =>
  runExample(zipRead, { file: file.toString('base64'), extract })

const HELLO = Buffer.from('hello '.repeat(20))
const ZEROS = Buffer.alloc(5_000_000)
const MADE_ON_UNIX = 3

describe('zip-read of ZIP', () => {
  test.each([
    ['../evil', 'leaves the folder'],
    ['a/../../b', 'leaves the folder'],
    ['/etc/passwd', 'absolute'],
    ['C:\\x', 'drive letter'],
    ['a\\..\\b', 'leaves the folder'],
    ['a\u0000.txt', 'control characters'],
    ['a\u202etxt.exe', 'reverse its direction'],
    ['__proto__', '__proto__'],
  ])('flags the name %j', async (name, what) => {
    const { suspicious } = await read(await zipOf(Object.fromEntries([[name, HELLO]])), ['*'])
    expect(suspicious).toEqual(expect.arrayContaining([expect.stringContaining(what)]))
    expect({}).not.toHaveProperty('text')
  })

  test.each<[string, (zip: Buffer, record: number) => void]>([
    ['is a symbolic link', (zip, at) => zip.writeUInt32LE(0o120777 * 0x10000, at + 38)],
    ['is a device', (zip, at) => zip.writeUInt32LE(0o060777 * 0x10000, at + 38)],
    ['is encrypted', (zip, at) => zip.writeUInt16LE(1, at + 8)],
    ['method 12 is not supported', (zip, at) => zip.writeUInt16LE(12, at + 10)],
    ['damaged', (zip, at) => zip.writeUInt32LE(1, at + 16)],
    ['of the size it says', (zip, at) => zip.writeUInt32LE(3, at + 24)],
    ['exceeds maxBytes', (zip, at) => zip.writeUInt32LE(0xfffffff0, at + 24)],
    ['expands over 100 times', (zip, at) => zip.writeUInt32LE(0xfffffff0, at + 24)],
    ['lies outside', (zip, at) => zip.writeUInt32LE(0x7fffffff, at + 20)],
    ['lies outside', (zip, at) => zip.writeUInt32LE(0x7fffffff, at + 42)],
    ['another name', (zip) => zip.write('z', 30)],
    ['says it has 9', (zip) => zip.writeUInt16LE(9, zip.length - 12)],
  ])('flags an archive that %s', async (what, change) => {
    const zip = await zipOf({ 'a.txt': HELLO }, change)
    expect(zip[zip.indexOf('PK\x01\x02') + 5]).toBe(MADE_ON_UNIX)
    const { suspicious } = await read(zip, ['*'])
    expect(suspicious).toEqual(expect.arrayContaining([expect.stringContaining(what)]))
  })

  test('lists at most 10000 entries', async () => {
    const empty = Buffer.alloc(0)
    const files = Array.from({ length: 10_001 }, (_, at) => ({ name: `f${at}`, bytes: empty }))
    const answer = await read(await packZip(files, 0))
    expect(answer.count).toBe(10_000)
    expect(answer.suspicious).toEqual(['archive: has more entries than the 10000 that are listed'])
  })

  test.each([
    [
      'ZIP64 by Python',
      'UEsDBC0AAAAIAAU5pliGphA2//////////8HABQAYmlnLnR4dAEAEAAFAAAAAAAAAAcAAAAAAAAAy0jNyckH' +
        'AFBLAQItAy0AAAAIAAU5pliGphA2BwAAAAUAAAAHAAAAAAAAAAAAAACAAQAAAABiaWcudHh0UEsFBgAAAAAB' +
        'AAEANQAAAEAAAAAAAA==',
      { name: 'big.txt', bytes: 5, compressedBytes: 7, modifiedIso: '2024-05-06T07:08:10.000Z' },
      [],
    ],
    [
      'code page 437',
      'UEsDBBQAAAAIAAU5plisKpPYBAAAAAIAAAAGAAAAgYIudHh0y8gEAFBLAQIUAxQAAAAIAAU5plisKpPYBAAA' +
        'AAIAAAAGAAAAAAAAAAAAAACAAQAAAACBgi50eHRQSwUGAAAAAAEAAQA0AAAAKAAAAAAA',
      { name: 'üé.txt', bytes: 2, compressedBytes: 4, modifiedIso: '2024-05-06T07:08:10.000Z' },
      [],
    ],
    [
      'an exact time by Info-ZIP',
      'UEsDBAoAAAAAAAY5pliGphA2BQAAAAUAAAAJABwAaGVsbG8udHh0VVQJAAPbgThm24E4ZnV4CwABBAAAAAAE' +
        'AAAAAGhlbGxvUEsBAh4DCgAAAAAABjmmWIamEDYFAAAABQAAAAkAGAAAAAAAAQAAAKSBAAAAAGhlbGxvLnR4' +
        'dFVUBQAD24E4ZnV4CwABBAAAAAAEAAAAAFBLBQYAAAAAAQABAE8AAABIAAAAAAA=',
      { name: 'hello.txt', bytes: 5, compressedBytes: 5, modifiedIso: '2024-05-06T07:08:11.000Z' },
      [],
    ],
    [
      'encryption by Info-ZIP',
      'UEsDBAoACQAAAAY5pliGphA2EQAAAAUAAAAJABwAaGVsbG8udHh0VVQJAAPbgThmTPkAa3V4CwABBAAAAAAE' +
        'AAAAALYUHczlZbuTt8hX0zafzWSyUEsHCIamEDYRAAAABQAAAFBLAQIeAwoACQAAAAY5pliGphA2EQAAAAUA' +
        'AAAJABgAAAAAAAEAAACkgQAAAABoZWxsby50eHRVVAUAA9uBOGZ1eAsAAQQAAAAABAAAAABQSwUGAAAAAAEA' +
        'AQBPAAAAZAAAAAAA',
      { name: 'hello.txt', bytes: 5, compressedBytes: 17, modifiedIso: '2024-05-06T07:08:11.000Z' },
      ['"hello.txt": is encrypted', '"hello.txt": not extracted'],
    ],
  ])('reads %s', async (_what, file, entry, suspicious) => {
    const answer = await runExample(zipRead, { file, extract: [entry.name] })
    expect(answer.entries).toEqual([{ ...entry, isDirectory: false }])
    expect(answer.suspicious).toEqual(suspicious)
    expect(Object.keys(answer.files as object)).toEqual(suspicious.length > 0 ? [] : [entry.name])
  })

  test('data before the archive is flagged', async () => {
    const file = Buffer.concat([Buffer.from('#!/bin/sh\n'), await zipOf({ a: HELLO })])
    const { files, suspicious } = await read(file, ['a'])
    expect(files).toHaveProperty('a.text', HELLO.toString())
    expect(suspicious).toEqual(['archive: has data before its first entry'])
  })

  test('refuses a name that is not in the archive', async () => {
    const answer = read(await zipOf({ a: HELLO }), ['b'])
    await expect(answer).rejects.toMatchObject(bad('extract: there is no entry "b"'))
  })
})

describe('zip-read of other data', () => {
  test.each([
    Buffer.alloc(0),
    Buffer.from('junk'),
    Buffer.alloc(100),
    gzipSync('hello'),
    gzipSync('x'.repeat(9999)),
  ])('refuses %#', async (file) => {
    await expect(read(file)).rejects.toMatchObject(bad('file: '))
  })
})

describe('zip-read of ZIP bombs', () => {
  test('flags a bomb, and extracts it only within maxBytes', async () => {
    const file = (await zipOf({ zeros: ZEROS, a: HELLO })).toString('base64')
    const answer = await runExample(zipRead, { file, extract: ['*'], maxBytes: 1000 })
    expect(answer.files).toEqual({ a: { text: HELLO.toString(), bytes: HELLO.length } })
    expect(answer.suspicious).toEqual([
      '"zeros": expands over 100 times, to 5000000 bytes',
      '"zeros": not extracted, exceeds maxBytes',
      'archive: expands over 100 times, to 5000120 bytes',
    ])
  })

  test('flags entries that share their data', async () => {
    const zip = await zipOf({ k: deflateRawSync(HELLO) })
    const start = zip.indexOf('PK\x01\x02')
    const end = zip.subarray(-22)
    const record = zip.subarray(start, -22)
    end.writeUInt16LE(3000, 8)
    end.writeUInt16LE(3000, 10)
    end.writeUInt32LE(3000 * record.length, 12)
    const records = Array.from({ length: 3000 }, () => record)
    const { suspicious, count } = await read(
      Buffer.concat([zip.subarray(0, start), ...records, end]),
    )
    expect(count).toBe(3000)
    expect(suspicious).toContain('archive: entries share the same data, as in an overlapping bomb')
    expect(suspicious).toContain('archive: there are more suspicious entries than are listed')
    expect((suspicious as string[]).length).toBeLessThan(510)
  })
})

/** @module-tag long */
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { packageFile } from '../../../../base/lib/package-file.ts'
import barcodeDecode from './barcode-decode.ts'

beforeAll(async () => {
  const file = await packageFile('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(file).buffer } })
})

async function printed(text: string, options: WriterOptions): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { scale: 4, addQuietZones: true, ...options })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}
const read = (bytes: Buffer, given = {}) =>
  runExample(barcodeDecode, { image: bytes.toString('base64'), ...given })

test.each([
  ['QRCode', 'naïve ✓ 漢字'],
  ['DataMatrix', 'hello'],
  ['Aztec', 'hello'],
  ['PDF417', 'hello there'],
  ['EAN13', '4006381333931'],
  ['Code128', 'ABC-1234'],
  ['Code39', 'ABC 12'],
] as const)('%s is read, with any spelling of its name', async (format, text) => {
  const bytes = await printed(text, { format })
  const all = await read(bytes)
  expect(all).toMatchObject({ count: 1, codes: [{ format, text }] })
  expect(await read(bytes, { formats: [format.toLowerCase().replace(/(\d)/, '-$1')] })).toEqual(all)
})

test('several codes, rotated or on clear paper, are found with their positions', async () => {
  const code = await printed('here', { format: 'QRCode' })
  const { width } = await sharp(code).metadata()
  const page = sharp({ create: { width: 600, height: 600, channels: 4, background: '#ffffff' } })
  const turned = await sharp(code).rotate(180).png().toBuffer()
  const bytes = await page
    .composite([
      { input: code, left: 20, top: 30 },
      { input: turned, left: 300, top: 400 },
    ])
    .png()
    .toBuffer()
  const { count, codes } = await read(bytes)
  expect(count).toBe(2)
  const corners = (codes as { points: { x: number; y: number }[] }[]).map(({ points }) => points)
  for (const { x, y } of corners.flat()) {
    const inFirst = x >= 20 && x <= 20 + width && y >= 30 && y <= 30 + width
    const inSecond = x >= 300 && x <= 300 + width && y >= 400 && y <= 400 + width
    expect(inFirst || inSecond).toBe(true)
  }
  expect(await read(bytes, { formats: ['EAN13'] })).toEqual({ codes: [], count: 0 })
})

test('a large photo is searched at a smaller size, but answers original points', async () => {
  const code = await sharp(await printed('far', { format: 'QRCode' }))
    .resize(900, 900, { kernel: 'nearest' })
    .toBuffer()
  const page = sharp({
    create: { width: 5_000, height: 4_000, channels: 3, background: '#ffffff' },
  })
  const bytes = await page
    .composite([{ input: code, left: 4_000, top: 3_000 }])
    .png()
    .toBuffer()
  const { codes } = await read(bytes)
  const [{ points, text }] = codes as [{ points: { x: number; y: number }[]; text: string }]
  expect(text).toBe('far')
  expect(points.every(({ x, y }) => x > 4_000 && x < 4_900 && y > 3_000 && y < 3_900)).toBe(true)
})

test('an unknown kind is refused with the list of known ones', async () => {
  await expect(
    read(await printed('a', { format: 'QRCode' }), { formats: ['Morse'] }),
  ).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringMatching(/^formats: Morse is not known; allowed are .*QRCode/) as string,
  })
})

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import imageCompare from './image-compare.ts'
import imageHash from './image-hash.ts'
import imagePalette from './image-palette.ts'

const sent = (bytes: Buffer) => bytes.toString('base64')
const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

/** A picture of soft blobs, equal for equal seeds. */
async function scenery(seed: number, side = 240): Promise<Buffer> {
  let state = seed
  const random = () => ((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8) & 255
  const rough = Buffer.from(Array.from({ length: 6 * 6 * 3 }, random))
  const pixels = sharp(rough, { raw: { width: 6, height: 6, channels: 3 } })
  return pixels.resize(side, side, { kernel: 'cubic' }).png().toBuffer()
}

const bitsApart = (one: unknown, other: unknown) =>
  (BigInt(`0x${String(one)}`) ^ BigInt(`0x${String(other)}`)).toString(2).replaceAll('0', '').length

describe('palette', () => {
  /** Three stripes of colours that take 60, 30 and 10 percent. */
  const stripes = () =>
    flat(100, 50, '#ff0000').composite([
      {
        input: { create: { width: 30, height: 50, channels: 3, background: '#00ff00' } },
        left: 60,
        top: 0,
      },
      {
        input: { create: { width: 10, height: 50, channels: 3, background: '#0000ff' } },
        left: 90,
        top: 0,
      },
    ])
  test('flat colours are answered exactly, with their shares', async () => {
    const image = sent(await stripes().png().toBuffer())
    const answer = await runExample(imagePalette, { image })
    expect(answer).toEqual({
      dominant: '#ff0000',
      palette: [
        { hex: '#ff0000', ratio: 0.6 },
        { hex: '#00ff00', ratio: 0.3 },
        { hex: '#0000ff', ratio: 0.1 },
      ],
      averageHex: '#994d1a',
    })
  })
  test('with fewer colours than the picture has, the shares still add up to one', async () => {
    const image = sent(await stripes().png().toBuffer())
    const { palette } = await runExample(imagePalette, { image, colors: 2 })
    const ratios = (palette as { ratio: number }[]).map(({ ratio }) => ratio)
    expect(ratios).toHaveLength(2)
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0)).toBeCloseTo(1)
  })
  test('the same photo has the same palette, with at most the requested colours', async () => {
    const image = sent(await scenery(7))
    const [first, second] = [
      await runExample(imagePalette, { image, colors: 16 }),
      await runExample(imagePalette, { image, colors: 16 }),
    ]
    expect(first).toEqual(second)
    expect((first['palette'] as unknown[]).length).toBeLessThanOrEqual(16)
    expect((first['palette'] as unknown[]).length).toBeGreaterThan(6)
  })
  test('transparent pixels have no colour', async () => {
    const half = flat(10, 10, '#00000000').composite([
      {
        input: { create: { width: 5, height: 10, channels: 3, background: '#abcdef' } },
        left: 0,
        top: 0,
      },
    ])
    const image = sent(await half.png().toBuffer())
    expect(await runExample(imagePalette, { image })).toMatchObject({
      palette: [{ hex: '#abcdef', ratio: 1 }],
      averageHex: '#abcdef',
    })
    const clear = sent(await flat(10, 10, '#ffffff00').png().toBuffer())
    await expect(runExample(imagePalette, { image: clear })).rejects.toMatchObject({
      message: 'image: must not be fully transparent, because then it has no colours',
    })
  })
})

describe('hash', () => {
  test.each(['dhash', 'phash', 'ahash'])(
    '%s recognises a picture that was changed',
    async (algo) => {
      const original = await scenery(1)
      const smaller = await sharp(original).resize(120, 90, { fit: 'fill' }).jpeg().toBuffer()
      const [one, same, other] = await Promise.all(
        [original, smaller, await scenery(2)].map(async (bytes) => {
          const { hex } = await runExample(imageHash, { image: sent(bytes), algo })
          return hex
        }),
      )
      expect(one).toMatch(/^[0-9a-f]{16}$/)
      expect(bitsApart(one, same)).toBeLessThanOrEqual(4)
      expect(bitsApart(one, other)).toBeGreaterThan(14)
    },
  )
  test('the bits agree with the definition', async () => {
    // Brighter to the right: every neighbour is brighter. A bright right half: half of each row.
    const ramp = Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => (at % 64) * 4))
    const image = sent(
      await sharp(ramp, { raw: { width: 64, height: 64, channels: 1 } })
        .png()
        .toBuffer(),
    )
    expect(await runExample(imageHash, { image })).toMatchObject({ hex: 'ffffffffffffffff' })
    const average = await runExample(imageHash, { image, algo: 'ahash' })
    expect(average['hex']).toBe('0f'.repeat(8))
    const back = sent(await sharp(Buffer.from(image, 'base64')).flop().png().toBuffer())
    expect(await runExample(imageHash, { image: back })).toMatchObject({ hex: '0'.repeat(16) })
  })
  test('the placeholder is a picture of the same mean colour', async () => {
    const image = sent(await flat(300, 200, '#336699').png().toBuffer())
    const { dataUrl, thumbHash } = await runExample(imageHash, { image })
    const png = Buffer.from(String(dataUrl).replace('data:image/png;base64,', ''), 'base64')
    const pixel = [...(await sharp(png).resize(1, 1).removeAlpha().raw().toBuffer())]
    for (const [at, channel] of [0x33, 0x66, 0x99].entries())
      expect(Math.abs(pixel[at]! - channel)).toBeLessThan(8)
    expect(Buffer.from(String(thumbHash), 'base64').length).toBeLessThan(30)
  })
})

describe('compare', () => {
  const spotted = (left: number, top: number, background: string) =>
    flat(40, 30, '#ffffff').composite([
      { input: { create: { width: 4, height: 3, channels: 3, background } }, left, top },
    ])
  test('counts and draws exactly the pixels that differ', async () => {
    const [a, b] = [
      sent(await flat(40, 30, '#ffffff').png().toBuffer()),
      sent(await spotted(10, 20, '#000000').png().toBuffer()),
    ]
    const answer = await runExample(imageCompare, { a, b })
    expect(answer).toMatchObject({ samePixels: false, diffPixels: 12, diffRatio: 0.01 })
    const diff = sharp(Buffer.from(String(answer['diffBase64']), 'base64'))
    const { data, info } = await diff.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const red = Array.from({ length: 40 * 30 }, (_, at) => at).filter(
      (at) => data[at * info.channels] === 255 && data[at * info.channels + 1] === 0,
    )
    expect(red).toHaveLength(12)
    expect(red[0]).toBe(20 * 40 + 10)
  })
  test('a slight change is below the threshold, but the pixels are not the same', async () => {
    const a = sent(await spotted(10, 20, '#808080').png().toBuffer())
    const b = sent(await spotted(10, 20, '#848484').png().toBuffer())
    const slight = { samePixels: false, diffPixels: 0, perceptualDistance: 0 }
    expect(await runExample(imageCompare, { a, b })).toMatchObject(slight)
    const strict = await runExample(imageCompare, { a, b, threshold: 0 })
    expect(strict).toMatchObject({ diffPixels: 12 })
    const lossless = sent(await sharp(Buffer.from(a, 'base64')).webp({ lossless: true }).toBuffer())
    const same = { samePixels: true, diffPixels: 0, diffRatio: 0, perceptualDistance: 0 }
    expect(await runExample(imageCompare, { a, b: lossless, threshold: 0 })).toMatchObject(same)
  })
  test('sizes may differ: areas that only one image has count as different', async () => {
    const a = sent(await flat(10, 4, '#ffffff').png().toBuffer())
    const b = sent(await flat(5, 8, '#ffffff').png().toBuffer())
    const answer = await runExample(imageCompare, { a, b })
    expect(answer).toMatchObject({ samePixels: false, diffPixels: 40, diffRatio: 0.666667 })
    const diff = sharp(Buffer.from(String(answer['diffBase64']), 'base64'))
    expect(await diff.metadata()).toMatchObject({ width: 10, height: 8 })
  })
  test('the field with the damaged or too large picture is named', async () => {
    const good = sent(await flat(5, 5, '#fff').png().toBuffer())
    const large = sent(await flat(5_000, 4_000, '#fff').png().toBuffer())
    await expect(runExample(imageCompare, { a: good, b: 'aGVsbG8=' })).rejects.toThrow(
      /^b: must be a PNG/,
    )
    await expect(runExample(imageCompare, { a: large, b: good })).rejects.toThrow(
      'a: must have at most 8.4 million pixels, but has 5000 x 4000',
    )
  })
})

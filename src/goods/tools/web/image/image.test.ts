/** @module-tag long */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import imageConvert from './image-convert.ts'
import imageCrop from './image-crop.ts'
import imageInfo from './image-info.ts'
import imageResize from './image-resize.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

type Rgb = readonly [number, number, number]
const RED: Rgb = [255, 0, 0]
const GREEN: Rgb = [0, 255, 0]
const BLUE: Rgb = [0, 0, 255]
const GREY: Rgb = [90, 90, 90]

/** A picture of so many columns, one pixel per colour. */
const drawn = (width: number, ...colours: readonly Rgb[]) =>
  sharp(Buffer.from(colours.flat()), {
    raw: { width, height: colours.length / width, channels: 3 },
  })

const flat = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

const sent = (bytes: Buffer) => bytes.toString('base64')

async function pixelsOf(answer: Record<string, unknown>): Promise<readonly Rgb[]> {
  const bytes = Buffer.from(String(answer['base64']), 'base64')
  const data = await sharp(bytes).removeAlpha().raw().toBuffer()
  return Array.from({ length: data.length / 3 }, (_, at) => [
    ...data.subarray(3 * at, 3 * at + 3),
  ]).map(([red = 0, green = 0, blue = 0]) => [red, green, blue])
}

const twoByTwo = () => drawn(2, RED, GREEN, BLUE, GREY).png().toBuffer()
const whole = { leftPx: 0, topPx: 0, widthPx: 2, heightPx: 2 }

test.each([
  [{}, [RED, GREEN, BLUE, GREY]],
  [{ rotateDeg: 90 }, [BLUE, RED, GREY, GREEN]],
  [{ rotateDeg: -90 }, [GREEN, GREY, RED, BLUE]],
  [{ rotateDeg: 180 }, [GREY, BLUE, GREEN, RED]],
  [{ flip: 'horizontal' }, [GREEN, RED, GREY, BLUE]],
  [{ flip: 'vertical' }, [BLUE, GREY, RED, GREEN]],
  [{ rotateDeg: 90, flip: 'horizontal' }, [RED, BLUE, GREEN, GREY]],
  [{ rotateDeg: 90, flip: 'vertical' }, [GREY, GREEN, BLUE, RED]],
  [{ leftPx: 1, widthPx: 1 }, [GREEN, GREY]],
  [{ topPx: 1, heightPx: 1, rotateDeg: 360 }, [BLUE, GREY]],
])('a crop rotates, then mirrors: %j', async (given, colours) => {
  const answer = await runExample(imageCrop, { image: sent(await twoByTwo()), ...whole, ...given })
  expect(await pixelsOf(answer)).toEqual(colours)
})

test('a slanted rotation enlarges the picture and leaves the corners transparent', async () => {
  const image = sent(await flat(100, 100).png().toBuffer())
  const cut = { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 100, rotateDeg: 45 }
  const answer = await runExample(imageCrop, { image, ...cut })
  expect(answer).toMatchObject({ contentType: 'image/png' })
  expect(Math.abs((answer['width'] as number) - 141)).toBeLessThan(3)
  const { data } = await sharp(Buffer.from(String(answer['base64']), 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i is applied', async (orientation) => {
  const upright = [RED, GREEN, BLUE, GREY, RED, BLUE]
  const stored = await sharp(
    await drawn(2, ...upright)
      .png()
      .toBuffer(),
  )
    .withMetadata({ orientation })
    .png()
    .toBuffer()
  const shown = await sharp(stored).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const image = sent(stored)
  const { width, height } = shown.info
  expect(await runExample(imageInfo, { image })).toMatchObject({ width, height, orientation })
  const all = { image, leftPx: 0, topPx: 0, widthPx: width, heightPx: height }
  const converted = await runExample(imageConvert, { image, format: 'png' })
  const kept = await runExample(imageConvert, { image, format: 'png', stripMetadata: false })
  const cropped = await runExample(imageCrop, all)
  for (const answer of [converted, kept, cropped])
    expect((await pixelsOf(answer)).flat()).toEqual([...shown.data])
  const again = await sharp(Buffer.from(String(kept['base64']), 'base64')).metadata()
  expect(again.orientation ?? 1).toBe(1)
})

test.each([
  [{ widthPx: 50 }, 50, 25],
  [{ heightPx: 50 }, 100, 50],
  [{ widthPx: 50, heightPx: 50 }, 50, 25],
  [{ widthPx: 50, heightPx: 50, fit: 'outside' }, 100, 50],
  [{ widthPx: 50, heightPx: 50, fit: 'cover' }, 50, 50],
  [{ widthPx: 50, heightPx: 50, fit: 'contain' }, 50, 50],
  [{ widthPx: 50, heightPx: 60, fit: 'fill' }, 50, 60],
  [{ widthPx: 400 }, 400, 200],
])('a 200 x 100 image resized by %j', async (given, width, height) => {
  const image = sent(await flat(200, 100).jpeg().toBuffer())
  const answer = await runExample(imageResize, { image, ...given })
  expect(answer).toMatchObject({ width, height, contentType: 'image/jpeg' })
  const { bytes, base64 } = answer as { bytes: number; base64: string }
  expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({ width, height })
  expect(Buffer.from(base64, 'base64').length).toBe(bytes)
})

const frames = (count: number, side = 8) =>
  sharp(
    Buffer.concat(
      Array.from({ length: count }, (_, at) => Buffer.alloc(side * side * 3, 20 + 40 * at)),
    ),
    { raw: { width: side, height: side * count, channels: 3, pageHeight: side } },
  )

test('an animation stays one in webp and gif, and is a still image in other formats', async () => {
  const image = sent(
    await frames(3)
      .gif({ delay: [100, 100, 100] })
      .toBuffer(),
  )
  expect(await runExample(imageInfo, { image })).toMatchObject({ animatedFrames: 3, height: 8 })
  const resized = await runExample(imageResize, { image, widthPx: 4 })
  expect(resized).toMatchObject({ contentType: 'image/webp', width: 4, height: 4 })
  const counts = await Promise.all(
    ['gif', 'webp', 'png', 'jpeg', 'avif', 'tiff'].map(async (format) => {
      const answer = await runExample(imageConvert, { image, format })
      expect(answer).toMatchObject({ width: 8, height: 8, contentType: `image/${format}` })
      const bytes = Buffer.from(String(answer['base64']), 'base64')
      return (await sharp(bytes).metadata()).pages ?? 1
    }),
  )
  expect(counts).toEqual([3, 3, 1, 1, 1, 1])
})

describe('formats of cameras, scanners and printers', () => {
  test('CMYK becomes sRGB', async () => {
    const image = sent(await flat(4, 4, '#ff0000').toColourspace('cmyk').jpeg().toBuffer())
    expect(await runExample(imageInfo, { image })).toMatchObject({ channels: 4, hasAlpha: false })
    const [[red, green, blue] = [0, 0, 0]] = await pixelsOf(
      await runExample(imageConvert, { image, format: 'png' }),
    )
    expect([red > 180, green < 90, blue < 90]).toEqual([true, true, true])
  })
  test('sixteen bits, grey and transparency are converted for a JPEG', async () => {
    const deep = sharp(new Uint16Array([0, 65_535, 32_768, 0]), {
      raw: { width: 2, height: 2, channels: 1 },
    })
    const png = await deep.toColourspace('grey16').png().toBuffer()
    expect((await sharp(png).metadata()).depth).toBe('ushort')
    const answer = await runExample(imageConvert, { image: sent(png), format: 'jpeg' })
    const [first = GREY, second = GREY] = await pixelsOf(answer)
    expect([first[0] < 20, second[0] > 235]).toEqual([true, true])
    const clear = sharp({ create: { width: 2, height: 2, channels: 4, background: '#00000000' } })
    const image = sent(await clear.png().toBuffer())
    const flattened = await runExample(imageConvert, { image, format: 'jpeg' })
    expect((await pixelsOf(flattened))[0]).toEqual([255, 255, 255])
  })
  test('metadata is removed unless it is kept', async () => {
    const withCopyright = flat(4, 4).withExif({ IFD0: { Copyright: 'somebody' } })
    const image = sent(await withCopyright.jpeg().toBuffer())
    for (const [stripMetadata, kept] of [
      [true, false],
      [false, true],
    ]) {
      const answer = await runExample(imageConvert, { image, format: 'webp', stripMetadata })
      const bytes = Buffer.from(String(answer['base64']), 'base64')
      expect((await sharp(bytes).metadata()).exif !== undefined).toBe(kept)
    }
  })
  test('saved bytes and added bytes are reported', async () => {
    const image = sent(await flat(64, 64).png({ compressionLevel: 0 }).toBuffer())
    const smaller = await runExample(imageConvert, { image, format: 'webp' })
    expect(smaller['savedPct']).toBeGreaterThan(90)
    const again = await runExample(imageConvert, { image: smaller['base64'], format: 'tiff' })
    expect(again['savedPct']).toBeLessThan(0)
  })
})

/** A PNG whose header claims a far larger size. */
async function pretending(width: number, height: number): Promise<Buffer> {
  const { crc32 } = await import('node:zlib')
  const png = Buffer.from(await flat(1, 1).png().toBuffer())
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

describe('hostile images', () => {
  const tools = [
    [imageInfo, {}],
    [imageResize, { widthPx: 10 }],
    [imageCrop, { ...whole }],
    [imageConvert, { format: 'png' }],
  ] as const

  test.each([
    ['nothing', async () => Buffer.alloc(0), 'is empty'],
    ['text', async () => Buffer.from('hello'), 'must be a PNG'],
    ['an SVG', async () => Buffer.from(SVG), 'must be a PNG'],
    [
      'a HEIC',
      async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'must be a PNG',
    ],
    ['a head alone', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'is damaged'],
    ['a box without an end', async () => Buffer.from('\0\0\0\x18ftypavif', 'latin1'), 'is damaged'],
    [
      'a bomb',
      () => pretending(50_000, 50_000),
      'must have at most 40 million pixels, but has 50000 x 50000',
    ],
    ['a thin bomb', () => pretending(2_000_000_000, 1), 'has 2000000000 x 1 pixels|is damaged'],
  ])('%s is refused quickly', async (_what, make, message) => {
    const image = sent(await make())
    for (const [tool, given] of tools) {
      const worked = startWorkInThreads()
      await expect(runExample(tool, { image, ...given })).rejects.toMatchObject({
        code: 'bad_input',
        message: expect.stringMatching(new RegExp(`^image: (${message})`)) as string,
      })
      expect(await worked()).toBeLessThan(500)
    }
  })
  test('a truncated picture is refused', async () => {
    const bytes = await drawn(2, RED, GREEN, BLUE, GREY).resize(300, 300).png().toBuffer()
    const image = sent(bytes.subarray(0, bytes.length / 2))
    for (const [tool, given] of [tools[1], tools[3]])
      await expect(runExample(tool, { image, ...given })).rejects.toMatchObject({
        message: 'image: is damaged or cut off, so it cannot be decoded',
      })
  })
  test.each([
    [imageCrop, { leftPx: 1, topPx: 0, widthPx: 2, heightPx: 2 }, 'widthPx: must end inside'],
    [imageCrop, { leftPx: 0, topPx: 2, widthPx: 1, heightPx: 1 }, 'heightPx: must end inside'],
    [imageCrop, { leftPx: -1, topPx: 2, widthPx: 1, heightPx: 1 }, 'leftPx: '],
    [imageResize, {}, 'widthPx: give widthPx'],
    [imageResize, { widthPx: 5_000 }, 'widthPx: '],
    [imageConvert, { format: 'bmp' }, 'format: '],
    [imageConvert, { format: 'jpeg', quality: 0 }, 'quality: '],
  ])('a request that cannot be met names the field: %#', async (tool, given, message) => {
    const image = sent(await twoByTwo())
    await expect(runExample(tool, { image, ...given })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(message) as string,
    })
  })
  test.each([
    [imageResize, { widthPx: 4_096 }, 1, 20_000, 'widthPx: must be smaller'],
    [imageResize, { widthPx: 4_096, heightPx: 4_096, fit: 'cover' }, 1, 20_000, 'must be smaller'],
    [imageConvert, { format: 'webp' }, 1, 20_000, 'format: webp holds at most 16383'],
    [imageConvert, { format: 'gif' }, 3_000, 3_000, 'format: gif is made of at most'],
  ])('sizes beyond the limit are refused: %#', async (tool, given, width, height, message) => {
    const image = sent(await flat(width, height).png().toBuffer())
    await expect(runExample(tool, { image, ...given })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(message) as string,
    })
  })
  test('an animation of too many pixels is refused, though each frame is small', async () => {
    const image = sent(
      await frames(3, 2_000)
        .webp({ delay: [9, 9, 9] })
        .toBuffer(),
    )
    await expect(runExample(imageConvert, { image, format: 'gif' })).rejects.toThrow('all frames')
    const still = await runExample(imageConvert, { image, format: 'jpeg' })
    expect(still).toMatchObject({ width: 2_000, height: 2_000 })
  })
})

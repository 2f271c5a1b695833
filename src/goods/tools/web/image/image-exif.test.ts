/** @module-tag long */
import sharp, { type Exif } from 'sharp'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import imageExif from './image-exif.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

const flat = () => sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
const told = (bytes: Buffer) => runExample(imageExif, { image: bytes.toString('base64') })

const PHOTO: Exif = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R5', Artist: 'somebody' },
  IFD2: {
    DateTimeOriginal: '2024:05:06 07:08:09',
    OffsetTimeOriginal: '+02:00',
    ExposureTime: '1/200',
    FNumber: '28/10',
    UserComment: 'hello',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '52/1 31/1 12/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '13/1 24/1 36/1',
  },
}
const XMP = (inside: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5">${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`
const SUBJECTS = XMP('<dc:subject><rdf:Bag><rdf:li>cat</rdf:li></rdf:Bag></dc:subject>')

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a photo as %s', async (format) => {
  const bytes = await flat().withExif(PHOTO).withXmp(SUBJECTS).toFormat(format).toBuffer()
  expect(await told(bytes)).toMatchObject({
    camera: 'Canon EOS R5',
    takenIso: '2024-05-06T07:08:09+02:00',
    lat: -52.52,
    lon: -13.41,
    hasLocation: true,
    orientation: 1,
    exif: {
      ifd0: { Make: 'Canon', Artist: 'somebody' },
      exif: { ExposureTime: 0.005, FNumber: 2.8, ExifVersion: '0210' },
      userComment: { comment: 'hello' },
      ...(format === 'png' ? {} : { dc: { subject: 'cat' }, xmp: { Rating: 5 } }),
    },
  })
})

test('a HEIC photo is read without being decoded', async () => {
  const jpeg = await flat().withExif(PHOTO).jpeg().toBuffer()
  const at = jpeg.indexOf('Exif\0\0')
  const block = jpeg.subarray(at + 6, at + 6 + 512)
  expect(await told(heicWith(block))).toMatchObject({ camera: 'Canon EOS R5', lat: -52.52 })
})

/** The boxes of a HEIC file that lead to its EXIF, without a picture. */
function heicWith(block: Buffer): Buffer {
  const box = (type: string, ...parts: readonly Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const bytes = (...values: readonly number[]) => Buffer.from(values)
  const word = (value: number) => {
    const written = Buffer.alloc(4)
    written.writeUInt32BE(value)
    return written
  }
  const brand = Buffer.from('heic\0\0\0\0mif1heic', 'latin1')
  const ftyp = box('ftyp', brand)
  const named = Buffer.from('Exif\0', 'latin1')
  const item = box('infe', bytes(2, 0, 0, 0, 0, 1, 0, 0), named)
  const metaWith = (offset: number) =>
    box(
      'meta',
      bytes(0, 0, 0, 0),
      box('iinf', bytes(0, 0, 0, 0, 0, 1), item),
      box(
        'iloc',
        bytes(0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1),
        word(offset),
        word(block.length + 10),
      ),
    )
  const offset = ftyp.length + metaWith(0).length + 8
  const data = Buffer.concat([word(6), Buffer.from('Exif\0\0', 'latin1'), block])
  return Buffer.concat([ftyp, metaWith(offset), box('mdat', data)])
}

test.each<[what: string, exif: Exif, expected: Record<string, unknown>]>([
  [
    'no offset: the wall clock',
    { IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' } },
    { takenIso: '2024-05-06T07:08:09', camera: null, hasLocation: false, lat: null },
  ],
  [
    'no offset, but satellites: the instant',
    {
      IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' },
      IFD3: { GPSDateStamp: '2024:05:06', GPSTimeStamp: '5/1 8/1 9/1' },
    },
    { takenIso: '2024-05-06T05:08:09Z' },
  ],
  [
    'a camera that never knew',
    { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } },
    { takenIso: null },
  ],
  [
    'a date that is none',
    { IFD2: { DateTimeOriginal: '2024:02:30 00:00:00' } },
    { takenIso: null },
  ],
  ['a maker apart', { IFD0: { Make: 'Apple', Model: 'iPhone 15' } }, { camera: 'Apple iPhone 15' }],
  [
    'a place outside the globe',
    {
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '152/1 31/1 12/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '13/1 24/1 36/1',
      },
    },
    { hasLocation: false, lat: null, lon: null },
  ],
])('%s', async (_what, exif, expected) => {
  expect(await told(await flat().withExif(exif).jpeg().toBuffer())).toMatchObject(expected)
})

test('the orientation is answered', async () => {
  const bytes = await flat().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await told(bytes)).toMatchObject({ orientation: 6 })
})

describe('hostile metadata', () => {
  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('%s is refused', async (_what, bytes) => {
    await expect(told(bytes)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('image: must be a JPEG') as string,
    })
  })
  test(
    'whatever bytes change, the answer is valid or a fault names the field',
    { tags: 'long' },
    async () => {
      const originals = await Promise.all(
        (['jpeg', 'png', 'webp', 'avif', 'tiff'] as const).map((format) =>
          flat().withExif(PHOTO).withXmp(SUBJECTS).toFormat(format).toBuffer(),
        ),
      )
      let state = 1
      const random = (below: number) =>
        ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647) * below
      for (let round = 0; round < 400; round += 1) {
        const bytes = Buffer.from(originals[round % originals.length]!)
        for (let change = 0; change < 4; change += 1)
          bytes[Math.floor(8 + random(Math.min(900, bytes.length) - 8))] = Math.floor(random(256))
        const cut = round % 3 === 0 ? bytes.subarray(0, Math.floor(random(bytes.length))) : bytes
        const answer = await told(cut).catch((fault: unknown) => fault)
        expect([undefined, 'bad_input']).toContain((answer as { code?: string }).code)
      }
    },
  )
  test.each([
    ['deep', '<a:b>'.repeat(20_000)],
    ['wide', '<dc:subject><rdf:Bag>' + '<rdf:li>x</rdf:li>'.repeat(8_000)],
    ['unclosed attributes', '<dc:a b="'.repeat(12_000)],
    ['names of objects', '<dc:__proto__><rdf:li>x</rdf:li></dc:__proto__>'],
  ])('XMP that is %s takes little time and memory', { tags: 'long' }, async (_what, inside) => {
    const bytes = await flat().withXmp(XMP(inside)).webp().toBuffer()
    const worked = startWorkInThreads()
    const answer = await told(bytes).catch((fault: unknown) => fault)
    expect([undefined, 'bad_input']).toContain((answer as { code?: string }).code)
    expect(JSON.stringify(answer).length).toBeLessThan(50_000)
    expect(await worked()).toBeLessThan(2_000)
    expect(({} as { li?: unknown }).li).toBeUndefined()
  })
})

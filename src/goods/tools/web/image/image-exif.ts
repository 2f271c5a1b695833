import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { formatOf } from './_image.ts'
import { tagsOf, type Group, type Tags } from './_tags.ts'

export default defineTool({
  route: 'POST /api/image-exif',
  name: 'Image EXIF',
  description: 'EXIF, GPS, IPTC and XMP data of a photo, with location decoded.',
  asks: [
    'read EXIF data of a photo',
    'what camera took this picture and at which GPS position',
    'which camera',
    'is there a location in my picture',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    image: base64(8 * MB).describe(
      'Base64 of a JPEG, HEIC, TIFF, PNG, WebP, AVIF or GIF, at most 8 MB.',
    ),
  }),
  output: z.object({
    camera: z.string().nullable().describe('Maker and model.'),
    takenIso: z.iso
      .datetime({ offset: true, local: true })
      .nullable()
      .describe('Time of the photo; without an offset if the camera stores none.'),
    lat: z.number().min(-90).max(90).nullable(),
    lon: z.number().min(-180).max(180).nullable(),
    orientation: z.int().min(1).max(8).describe('EXIF orientation; 1 (upright) if it is missing.'),
    exif: z
      .record(z.string(), z.unknown())
      .describe('All tags by group: ifd0, exif, gps, iptc and the namespaces of XMP.'),
    hasLocation: z.boolean(),
  }),
  examples: [
    {
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
      output: {
        camera: null,
        takenIso: null,
        lat: null,
        lon: null,
        orientation: 1,
        exif: {},
        hasLocation: false,
      },
    },
  ],

  async run({ image }) {
    const bytes = Buffer.from(image, 'base64')
    const format = formatOf(bytes)
    if (format === null)
      throw badInput('image: must be a JPEG, HEIC, TIFF, PNG, WebP, AVIF or GIF that can be read')
    const tags = format === 'gif' ? {} : await tagsOf(bytes)
    const { ifd0 = {}, gps = {} } = tags
    const place = placeOf(gps)
    const orientation = Number(ifd0['Orientation'])
    return {
      camera: cameraOf(ifd0),
      takenIso: takenOf(tags),
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
      orientation: orientation >= 1 && orientation <= 8 ? Math.trunc(orientation) : 1,
      exif: tags,
      hasLocation: place !== null,
    }
  },
})

/** Model names often repeat the maker. */
function cameraOf(ifd0: Group): string | null {
  const make = textIn(ifd0, 'Make') ?? ''
  const model = textIn(ifd0, 'Model') ?? ''
  const [word = ''] = make.split(/\s/)
  const repeats = word !== '' && model.toLowerCase().startsWith(word.toLowerCase())
  return (repeats ? model : `${make} ${model}`.trim()) || null
}

function placeOf(gps: Group): { lat: number; lon: number } | null {
  const [lat, lon] = [gps['latitude'], gps['longitude']]
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return null
  return { lat: rounded(lat), lon: rounded(lon) }
}

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

/**
 * The camera's own time with its offset, else the time of the satellites, else the local time
 * without an offset.
 */
function takenOf({ exif = {}, gps = {} }: Tags): string | null {
  const original = 'DateTimeOriginal' in exif
  const local = isoOf(textIn(exif, original ? 'DateTimeOriginal' : 'CreateDate'))
  const offset =
    textIn(exif, original ? 'OffsetTimeOriginal' : 'OffsetTimeDigitized') ??
    textIn(exif, 'OffsetTime')
  if (local && offset && /^([+-](0\d|1[0-4]):[0-5]\d|Z)$/.test(offset)) return local + offset
  const satellites = isoOf(`${textIn(gps, 'GPSDateStamp')} ${clockOf(gps['GPSTimeStamp'])}`)
  return satellites ? `${satellites}Z` : local
}

function isoOf(text: string | undefined): string | null {
  const [, date, time] = /^(\d{4}[:-]\d\d[:-]\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  if (!date || !time) return null
  const iso = `${date.replaceAll(':', '-')}T${time}`
  const ms = Date.parse(`${iso}Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(iso) ? iso : null
}

function clockOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value.map((part) => String(Math.trunc(Number(part))).padStart(2, '0')).join(':')
}

function textIn(group: Group, name: string): string | undefined {
  const value = group[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

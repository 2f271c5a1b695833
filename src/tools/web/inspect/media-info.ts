import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { Fault } from '../../../core/fault.ts'
import { live } from '../../../lib/live.ts'
import { webUrl } from '../../../lib/web-url.ts'
import { web } from '../../../net/web.ts'
import { openRanged, type RangedFile } from './_ranges.ts'

const TAG_CHARACTERS_MAX = 1_000
const LIST_MAX = 20

const Tag = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export default defineTool({
  route: 'GET /api/media-info',
  name: 'Media properties',
  description:
    'Duration, codec, bitrate, sample rate and tags of a public audio or video file, read from a ' +
    'few parts of it.',
  price: '$0.003',
  uses: { web },
  input: z.object({ url: webUrl().describe('Address of an audio or video file.') }),
  output: z.object({
    url: z.url(),
    container: z.string().nullable(),
    codec: z.string().nullable(),
    durationSeconds: z.number().nullable().describe('Null where only the whole file would tell.'),
    bitrateKbps: z.number().nullable(),
    sampleRateHz: z.int().nullable(),
    channels: z.int().nullable(),
    tags: z.record(z.string(), Tag).describe('Such as title, artist, album, year and genre.'),
    ...live,
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/episode.wav' },
      output: {
        url: 'https://example.com/episode.wav',
        container: 'WAVE',
        codec: 'PCM',
        durationSeconds: 2,
        bitrateKbps: 128,
        sampleRateHz: 8_000,
        channels: 1,
        tags: {},
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com/episode.mp3' } },
  ],

  async run({ url: address }, { web, now }) {
    const file = await openRanged(web, address)
    const { format, common } = await propertiesOf(file)
    const { host } = new URL(file.url)
    return {
      url: file.url,
      container: format.container ?? null,
      codec: format.codec ?? null,
      durationSeconds: rounded(format.duration, 3),
      bitrateKbps: rounded(format.bitrate === undefined ? undefined : format.bitrate / 1_000, 1),
      sampleRateHz: format.sampleRate ?? null,
      channels: format.numberOfChannels ?? null,
      tags: tagsOf(common),
      source: host,
      asOf: new Date(now()).toISOString(),
    }
  },
})

async function propertiesOf({ url, contentType, blob }: RangedFile) {
  const { parseBlob } = await import('music-metadata')
  const read = await parseBlob(blob, { skipCovers: true, duration: false }).catch(unreadable)
  if (read?.format.container) return read
  const what = `no audio or video file that can be read (${contentType || 'no type'})`
  throw new Fault('upstream_failed', `${new URL(url).host} answered ${what}.`)
}

/** The library has no error of its own for what it cannot read. */
function unreadable(thrown: unknown): null {
  if (thrown instanceof Fault) throw thrown
  return null
}

function rounded(value: number | undefined, digits: number): number | null {
  return value === undefined || !Number.isFinite(value) ? null : Number(value.toFixed(digits))
}

type Tag = z.output<typeof Tag>

/** Plain values by name; pictures and everything nested stay out. */
function tagsOf(common: object): Record<string, Tag> {
  const tags: Record<string, Tag> = {}
  for (const [name, value] of Object.entries(common)) {
    const tag = tagOf(value)
    if (tag !== null) tags[name] = tag
  }
  return tags
}

function tagOf(value: unknown): Tag | null {
  if (typeof value === 'string') return value.slice(0, TAG_CHARACTERS_MAX).toWellFormed()
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) {
    const texts = value.flatMap((one: unknown) => (typeof one === 'string' ? [one] : []))
    const short = texts.slice(0, LIST_MAX).map((text) => text.slice(0, TAG_CHARACTERS_MAX))
    return short.length > 0 ? short.map((text) => text.toWellFormed()) : null
  }
  // Places on a disc or in a series come as { no, of }.
  const { no } = (value ?? {}) as { no?: unknown }
  return typeof no === 'number' ? no : null
}

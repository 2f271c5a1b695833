import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { Fault } from '../../../../base/core/fault.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web, type Web } from '../../../../outside/net/web.ts'
import { threads, type Threads } from '../../../../engines/threads/threads.ts'
import type { Properties } from './_media-thread.ts'
import { openRanged, withBlocks, type RangedFile } from './_ranges.ts'

const MEDIA = threadWork<typeof import('./_media-thread.ts')>(import.meta.url, './_media-thread.ts')

const Tag = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export default defineTool({
  route: 'GET /api/media-info',
  name: 'Media properties',
  description:
    'Duration, codec, bitrate, sample rate and tags of a public audio or video file, read from a ' +
    'few parts of it.',
  asks: [
    'length and codec of a video',
    'what bitrate does this audio file have',
    'bitrate of an mp3',
  ],
  price: '$0.003',
  uses: { web, threads },
  input: z.object({ url: webUrl().describe('Address of an audio or video file.') }),
  output: z.object({
    url: z.url(),
    container: z.string().nullable(),
    codec: z.string().nullable(),
    durationSeconds: z
      .number()
      .nullable()
      .describe('Duration; null if it would take the whole file to know.'),
    bitrateKbps: z.number().nullable(),
    sampleRateHz: z.int().nullable(),
    channels: z.int().nullable(),
    tags: z.record(z.string(), Tag).describe('Tags, such as title, artist, album, year and genre.'),
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

  async run({ url: address }, { web, threads }) {
    const file = await openRanged(web, address)
    const properties = await propertiesOf(file, web, threads)
    return { url: file.url, ...properties }
  },
})

/** Starts again with every part that was missing; few files need more than two. */
async function propertiesOf(first: RangedFile, web: Web, threads: Threads): Promise<Properties> {
  const { url, contentType } = first
  const { host } = new URL(url)
  for (let file = first; ;) {
    const subject = `the file of ${host}`
    const { wanted, properties } = await threads.run(MEDIA, file, { subject })
    if (properties) return properties
    if (wanted.length === 0)
      throw new Fault(
        'upstream_failed',
        `${host} answered a file that is not readable audio or video (${contentType || 'no type'}).`,
      )
    file = await withBlocks(web, file, wanted)
  }
}

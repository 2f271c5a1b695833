import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { usd } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { srtOf, vttOf } from '../../../../engines/formats/subtitles.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { documents } from '../../../../capabilities/llm/documents.ts'
import { transcripts } from '../../../../capabilities/llm/media/transcripts.ts'
import { web } from '../../../../outside/net/web.ts'

const PRICE = '$0.030'
const BYTES_MAX = 25 * MB
/**
 * For a recording without a known length: the minutes are estimated by the fewest bytes of a
 * minute.
 */
const BYTES_PER_MINUTE_MIN = 120_000

const FORMATS = ['mp3', 'mp4', 'm4a', 'wav', 'webm', 'ogg', 'flac'] as const

export default defineTool({
  route: 'POST /api/transcribe',
  name: 'Transcribe',
  description: 'Speech in a public audio file as text or subtitles.',
  asks: [
    'transcribe the speech of an audio file to text',
    'speech recognition of a public audio recording',
    'turn a podcast episode into text',
    'write down what was said in the recording',
    'make subtitles from a video',
    'minutes from a recorded meeting',
    'speech recognition',
  ],
  price: PRICE,
  pace: 'slow',
  uses: { transcripts, documents, web },
  input: z.object({
    url: webUrl().describe('URL of an audio file of at most 25 MB; the price limits its length.'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, { error: 'must be a code of ISO 639, such as en' })
      .optional()
      .describe('Language of the speech as a code of ISO 639, if known.'),
    format: z
      .enum(['text', 'srt', 'vtt', 'segments'])
      .default('text')
      .describe('Format of `text`; all but `text` need a model that returns times.'),
    prompt: z
      .string()
      .max(1_000)
      .optional()
      .describe('Names and terms that occur in the recording.'),
  }),
  output: z.object({
    text: z.string().describe('The transcript, or the subtitles.'),
    segments: z.array(z.object({ startMs: z.int(), endMs: z.int(), text: z.string() })),
    language: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    model: z.string(),
  }),
  examples: [{ input: { url: 'https://example.com/episode.mp3' } }],
  async run(
    { url, language, format, prompt },
    { transcripts: writer, documents: reader, web: net },
  ) {
    const { durationSeconds } = await reader.recording(url)
    const file = await net.request(url, { bytesMax: BYTES_MAX })
    const { host, pathname } = new URL(file.url)
    if (file.status !== 200) throw new Fault('upstream_failed', `${host} answered ${file.status}.`)
    const minutes =
      durationSeconds === null ? file.bytes.length / BYTES_PER_MINUTE_MIN : durationSeconds / 60
    const { segments, ...told } = await writer.write({
      price: usd(PRICE),
      bytes: file.bytes,
      format: FORMATS.find((one) => pathname.toLowerCase().endsWith(`.${one}`)) ?? 'mp3',
      minutes,
      language,
      prompt,
      needsTimes: format !== 'text',
    })
    const spoken = segments ?? []
    const text =
      format === 'srt' || format === 'vtt' ? (format === 'srt' ? srtOf : vttOf)(spoken) : told.text
    return { ...told, text, segments: [...spoken], durationSeconds }
  },
})

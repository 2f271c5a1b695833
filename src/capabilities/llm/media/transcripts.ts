import { z } from 'zod'
import type { Capability, Host } from '../../../base/core/capability.ts'
import type { Usd } from '../../../base/core/money.ts'
import type { Cue } from '../../../engines/formats/subtitles.ts'
import { askWhole, failed, type AttemptOptions } from '../attempt.ts'
import { MODEL_PROVIDER } from '../providers/all.ts'
import { lackOfMedium, mediumSettings, openMedium, type ForCall } from './models.ts'

export interface Transcript {
  readonly text: string
  /** Null if the model gives no times. */
  readonly segments: readonly Cue[] | null
  readonly language: string | null
  readonly model: string
}

export interface TranscriptWish {
  readonly price: Usd
  readonly bytes: Uint8Array
  /** As its name ends: mp3, wav. */
  readonly format: string
  readonly minutes: number
  readonly language: string | undefined
  readonly prompt: string | undefined
  /** Whether an answer without times is no answer. */
  readonly needsTimes: boolean
}

export interface Transcripts {
  write(wish: TranscriptWish): Promise<Transcript>
}

const LIMITS = { firstEventMs: 160_000, idleMs: 60_000, totalMs: 170_000 }

const Answer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).nullish(),
})

/** Writes down what is said in a recording. */
export const transcripts: Capability<Transcripts> = {
  name: 'llm-transcription',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: mediumSettings('transcription'),
  lacks: (read) => lackOfMedium(read, 'transcription', (table) => table.transcription),
  open: openTranscripts,
}

function openTranscripts(host: Host): ForCall<Transcripts> {
  const models = openMedium(host, 'transcription')
  return (call) => ({
    async write(wish) {
      const wanted = {
        list: (table: { transcription: readonly string[] }) => table.transcription,
        units: wish.minutes,
        price: wish.price,
        tooMuch: `url: the recording has ${wish.minutes.toFixed(1)} minutes, more than this price pays for.`,
      }
      const { answer, model } = await models.ask(
        wanted,
        call,
        async ({ provider, modelId }, asking) => {
          const asked = { ...asking, limits: LIMITS }
          const sent = provider.takesForms ? await formOf(wish, modelId) : jsonOf(wish, modelId)
          return read(await askWhole({ ...asked, ...sent }), wish)
        },
      )
      return { ...answer, model }
    },
  })
}

function read(told: Record<string, unknown>, { needsTimes }: TranscriptWish) {
  const { data } = Answer.safeParse(told)
  if (!data || data.text.trim() === '')
    throw failed({ kind: 'bad', message: 'The model heard no words.' })
  const segments = data.segments?.map(({ start, end, text }) => ({
    startMs: Math.round(start * 1_000),
    endMs: Math.round(end * 1_000),
    text: text.trim(),
  }))
  if (needsTimes && !segments?.length)
    throw failed({ kind: 'bad', message: 'The model tells no times; ask for the format text.' })
  return {
    text: data.text.trim(),
    segments: segments?.length ? segments : null,
    language: data.language ?? null,
  }
}

type Sent = Pick<AttemptOptions, 'body' | 'upload'>

/** As OpenRouter takes a recording. */
const jsonOf = ({ bytes, format, language, prompt }: TranscriptWish, model: string): Sent => ({
  body: {
    model,
    input_audio: { data: Buffer.from(bytes).toString('base64'), format },
    response_format: 'verbose_json',
    ...(language && { language }),
    ...(prompt && { prompt }),
  },
})

/** As OpenAI, and servers that speak as it does, take one. */
async function formOf(
  { bytes, format, language, prompt }: TranscriptWish,
  model: string,
): Promise<Sent> {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(bytes)]), `recording.${format}`)
  form.set('model', model)
  form.set('response_format', 'verbose_json')
  if (language) form.set('language', language)
  if (prompt) form.set('prompt', prompt)
  const written = new Response(form)
  const contentType = written.headers.get('content-type') ?? 'multipart/form-data'
  return { upload: { contentType, bytes: new Uint8Array(await written.arrayBuffer()) } }
}

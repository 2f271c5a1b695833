import type { Capability, Host } from '../../../base/core/capability.ts'
import type { Usd } from '../../../base/core/money.ts'
import { askBytes, failed } from '../attempt.ts'
import { MODEL_PROVIDER } from '../providers/all.ts'
import { lackOfMedium, mediumSettings, openMedium, type ForCall } from './models.ts'

/** What a recording may be written in, and how HTTP names it. */
const SPEECH_TYPES = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm;rate=24000;channels=1',
} as const

export interface SpeechWish {
  readonly price: Usd
  readonly text: string
  readonly voice: string
  readonly format: keyof typeof SPEECH_TYPES
  readonly speed: number
}

export interface Speech {
  speak(wish: SpeechWish): Promise<{ readonly bytes: Buffer; readonly contentType: string }>
}

const LIMITS = { firstEventMs: 27_000, idleMs: 27_000, totalMs: 28_000 }
const MILLION = 1_000_000
/** Less is no sound of anything. */
const BYTES_MIN = 64

/** Reads texts aloud. */
export const speech: Capability<Speech> = {
  name: 'llm-speech',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: mediumSettings('speech'),
  lacks: (read) => lackOfMedium(read, 'speech', (table) => table.speech),
  open: openSpeech,
}

function openSpeech(host: Host): ForCall<Speech> {
  const models = openMedium(host, 'speech')
  return (call) => ({
    async speak({ price, text, voice, format, speed }) {
      const wanted = {
        list: (table: { speech: readonly string[] }) => table.speech,
        units: text.length / MILLION,
        price,
        tooMuch: `input: has ${text.length} characters, more than this price pays for. Send less.`,
      }
      const { answer } = await models.ask(wanted, call, async (candidate, asking) => {
        const { modelId } = candidate
        const wish = { input: text, voice, response_format: format, speed }
        const body = { model: modelId, ...wish, ...candidate.body }
        const bytes = await askBytes({ ...asking, body, limits: LIMITS })
        if (bytes.length < BYTES_MIN || /^\s*[{<]/.test(bytes.toString('latin1', 0, 16)))
          throw failed({ kind: 'bad', message: 'The model gave no sound.' })
        return bytes
      })
      return { bytes: answer, contentType: SPEECH_TYPES[format] }
    },
  })
}

import { z } from 'zod'
import { httpUrl } from '../../../base/lib/fields.ts'
import { readSetting, type Setting } from '../../../base/core/setting.ts'
import { WIRE_NAMES } from '../wires/policy.ts'
import { bearer, type Provider } from './provider.ts'

export const URL_SETTING = {
  name: 'LLM_URL',
  description:
    'Address of a server that speaks the chat wire of OpenAI (Ollama, llama.cpp, vLLM, LM Studio), such as `http://127.0.0.1:11434`. It serves every tier; it may be private.',
  schema: httpUrl,
  need: 'one-of',
} as const satisfies Setting<string>

const KEY = { name: 'LLM_URL_KEY', description: 'Bearer key of `LLM_URL`, where it needs one.' }

export const MODEL = {
  name: 'LLM_URL_MODEL',
  description:
    'Model that is asked at `LLM_URL`. Default: the first that talks of those it lists at the start, else `default`.',
}

/** Not among the settings of the provider: `embeddings.ts` declares what it reads. */
export const EMBEDDINGS_AT_URL = {
  name: 'LLM_URL_EMBEDDINGS_MODEL',
  description:
    'Model that `LLM_URL` is asked for embeddings. Default: one whose name says so, of those it lists at the start; without one, it is not asked for any.',
}

export const WAIT_SECONDS = {
  name: 'LLM_URL_WAIT_SECONDS',
  description:
    'Seconds that `LLM_URL` may take for its first word; it may have to load its model. Default: as the tier says; 120 for a server whose model the start has looked up.',
  schema: z.coerce
    .number()
    .min(1, { error: 'must be a number of seconds from 1 to 160' })
    .max(160, { error: 'must be a number of seconds from 1 to 160' }),
} as const satisfies Setting<number>

const WIRES = {
  name: 'LLM_URL_WIRES',
  description: `Wires that \`LLM_URL\` speaks, of ${WIRE_NAMES.map((name) => `\`${name}\``).join(', ')}, parted by commas. Default: \`chat\`.`,
  schema: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(WIRE_NAMES)).min(1)),
} as const satisfies Setting

/** The address to which wires add their paths. */
export function baseOf(address: string): string {
  const bare = address.replace(/\/+$/, '')
  return /\/v\d[^/]*$/.test(bare) ? bare : `${bare}/v1`
}

/** A server of the operator. */
export const url: Provider = {
  name: 'url',
  title: 'The operator’s own server',
  settings: [URL_SETTING, KEY, MODEL, WIRES, WAIT_SECONDS],
  open(read) {
    const address = readSetting(read, URL_SETTING)
    if (!address) return null
    const key = read(KEY.name)
    const model = read(MODEL.name) ?? 'default'
    const waitSeconds = readSetting(read, WAIT_SECONDS)
    return {
      name: 'url',
      title: 'The model server',
      base: baseOf(address),
      headers: key ? bearer(key) : {},
      secret: key,
      wires: readSetting(read, WIRES) ?? ['chat'],
      quirks: { reasoningField: 'reasoning_content' },
      media: {
        images: '/images/generations',
        speech: '/audio/speech',
        transcription: '/audio/transcriptions',
      },
      takesForms: true,
      modelId: () => model,
      isOwn: true,
      ...(waitSeconds !== undefined && { firstContentMs: waitSeconds * 1_000 }),
    }
  },
}

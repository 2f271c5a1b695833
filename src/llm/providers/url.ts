import { z } from 'zod'
import { httpUrl } from '../../lib/fields.ts'
import { readSetting, type Setting } from '../../core/setting.ts'
import { bearer, type Provider } from './provider.ts'

const URL_SETTING = {
  name: 'LLM_URL',
  description:
    'Address of a server that speaks the chat wire of OpenAI (Ollama, llama.cpp, vLLM, LM Studio), such as `http://127.0.0.1:11434`. It serves every tier; it may be private.',
  schema: httpUrl,
  need: 'one-of',
} as const satisfies Setting<string>

const KEY = { name: 'LLM_URL_KEY', description: 'Bearer key of `LLM_URL`, where it needs one.' }

const MODEL = {
  name: 'LLM_URL_MODEL',
  description: 'Model that is asked at `LLM_URL`. Default: `default`, which most servers take.',
}

const WIRES = {
  name: 'LLM_URL_WIRES',
  description:
    'Wires that `LLM_URL` speaks, of `chat`, `messages` and `responses`, parted by commas. Default: `chat`.',
  schema: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(['chat', 'messages', 'responses'])).min(1)),
} as const satisfies Setting

/** A server of the operator. */
export const url: Provider = {
  name: 'url',
  title: 'The operator’s own server',
  settings: [URL_SETTING, KEY, MODEL, WIRES],
  open(read) {
    const base = readSetting(read, URL_SETTING)?.replace(/\/+$/, '')
    if (!base) return null
    const key = read(KEY.name)
    const model = read(MODEL.name) ?? 'default'
    return {
      name: 'url',
      title: 'The model server',
      base: /\/v\d[^/]*$/.test(base) ? base : `${base}/v1`,
      headers: key ? bearer(key) : {},
      secret: key,
      wires: readSetting(read, WIRES) ?? ['chat'],
      quirks: { reasoningField: 'reasoning_content' },
      modelId: () => model,
      isOwn: true,
    }
  },
}

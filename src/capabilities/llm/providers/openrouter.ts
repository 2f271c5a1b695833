import { bearer, keyedProvider } from './provider.ts'

/** Speaks all three wires, and serves every model of the table by its name there. */
export const openrouter = keyedProvider({
  name: 'openrouter',
  title: 'OpenRouter',
  keySetting: 'OPENROUTER_API_KEY',
  baseSetting: 'UPSTREAM_OPENROUTER_URL',
  base: 'https://openrouter.ai/api/v1',
  wires: ['chat', 'messages', 'responses'],
  media: {
    images: '/images',
    videos: '/videos',
    speech: '/audio/speech',
    transcription: '/audio/transcriptions',
  },
  headers: bearer,
  modelId: (id) => id,
})

import { bearer, keyedProvider, ofVendor } from './provider.ts'

export const openai = keyedProvider({
  name: 'openai',
  title: 'OpenAI',
  keySetting: 'OPENAI_API_KEY',
  baseSetting: 'UPSTREAM_OPENAI_URL',
  base: 'https://api.openai.com/v1',
  wires: ['chat', 'responses'],
  quirks: { maxField: 'max_completion_tokens' },
  media: {
    images: '/images/generations',
    speech: '/audio/speech',
    transcription: '/audio/transcriptions',
  },
  takesForms: true,
  headers: bearer,
  modelId: ofVendor('openai'),
})

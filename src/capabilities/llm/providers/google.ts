import { bearer, keyedProvider, ofVendor } from './provider.ts'

/** Gemini, at the address where Google speaks the chat wire. */
export const google = keyedProvider({
  name: 'google',
  title: 'Google Gemini',
  keySetting: 'GEMINI_API_KEY',
  baseSetting: 'UPSTREAM_GEMINI_URL',
  base: 'https://generativelanguage.googleapis.com/v1beta/openai',
  wires: ['chat'],
  headers: bearer,
  modelId: ofVendor('google'),
})

import { keyedProvider, ofVendor } from './provider.ts'

const served = ofVendor('anthropic')

export const anthropic = keyedProvider({
  name: 'anthropic',
  title: 'Anthropic',
  keySetting: 'ANTHROPIC_API_KEY',
  baseSetting: 'UPSTREAM_ANTHROPIC_URL',
  base: 'https://api.anthropic.com/v1',
  wires: ['messages'],
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  modelId: (id) => served(id)?.replaceAll('.', '-') ?? null,
})

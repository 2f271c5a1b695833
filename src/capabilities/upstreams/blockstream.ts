import { esploraOf } from './_esplora.ts'
import { defineUpstream } from './define.ts'

export const blockstream = defineUpstream({
  name: 'blockstream',
  title: 'Blockstream Explorer',
  terms: 'https://blockstream.com/terms/',
  texts: 'own',
  base: 'https://blockstream.info/api',
  limits: { timeoutMs: 10_000, bytesMax: 8_000_000, perSecond: 1 },
  api: esploraOf,
})

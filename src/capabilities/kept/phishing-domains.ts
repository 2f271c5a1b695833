import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import type { PhishingMeta } from './_phishing-domains-thread.ts'
import { defineKeptFile } from './define.ts'

const SHARE_MIN = 0.5

/** Domains that steal from wallets, found by name, and the names that they imitate. */
export const phishingDomains = defineKeptFile({
  name: 'phishing-domains',
  title: 'MetaMask phishing list',
  attribution: 'MetaMask phishing list (eth-phishing-detect)',
  terms: 'https://github.com/MetaMask/eth-phishing-detect/blob/main/LICENSE',
  texts: 'own',
  base: 'https://raw.githubusercontent.com',
  path: () => '/MetaMask/eth-phishing-detect/main/src/config.json',
  reader: threadWork<typeof import('./_phishing-domains-thread.ts')>(
    import.meta.url,
    './_phishing-domains-thread.ts',
  ),
  version: 1,
  blockCount: 64,
  bytesMax: 60_000_000,
  freshMs: HOUR_MS,
  staleMs: 48 * HOUR_MS,
  problemOf: ({ domains }: PhishingMeta, before: PhishingMeta | null) =>
    before && domains < before.domains * SHARE_MIN
      ? `has ${domains} domains, after ${before.domains}: its format has probably changed`
      : null,
  api: (file) => ({ list: async () => file() }),
})

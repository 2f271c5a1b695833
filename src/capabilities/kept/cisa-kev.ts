import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import { defineKeptFile } from './define.ts'

/** The catalog of vulnerabilities that are known to be exploited. Its rows are found by CVE. */
export const cisaKev = defineKeptFile({
  name: 'cisa-kev',
  title: 'CISA Known Exploited Vulnerabilities',
  terms: 'https://www.cisa.gov/sites/default/files/licenses/kev/license.txt',
  texts: 'own',
  base: 'https://www.cisa.gov',
  path: () => '/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  reader: threadWork<typeof import('./_cisa-kev-thread.ts')>(
    import.meta.url,
    './_cisa-kev-thread.ts',
  ),
  version: 1,
  blockCount: 16,
  bytesMax: 20_000_000,
  freshMs: HOUR_MS,
  api: (file) => ({ catalog: async () => file() }),
})

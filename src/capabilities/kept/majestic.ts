import { threadWork } from '../../base/core/thread-work.ts'
import { defineKeptFile } from './define.ts'

/** The million domains that most subnets link to. */
export const majestic = defineKeptFile({
  name: 'majestic',
  title: 'Majestic',
  attribution: 'The Majestic Million (CC BY 3.0)',
  terms: 'https://majestic.com/reports/majestic-million',
  texts: 'own',
  base: 'https://downloads.majestic.com',
  path: () => '/majestic_million.csv',
  reader: threadWork<typeof import('./_majestic-thread.ts')>(
    import.meta.url,
    './_majestic-thread.ts',
  ),
  version: 1,
  blockCount: 512,
  bytesMax: 200_000_000,
  api: (file) => ({ ranks: async () => file() }),
})

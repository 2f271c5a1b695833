import { threadWork } from '../../base/core/thread-work.ts'
import { defineSanctionsList } from './_sanctions-list.ts'

/** Whom the United Kingdom has listed. */
export const ukSanctions = defineSanctionsList({
  name: 'uk-sanctions',
  title: 'UK Sanctions List',
  attribution: 'UK Sanctions List (Open Government Licence v3.0)',
  terms: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  texts: 'own',
  base: 'https://sanctionslist.fcdo.gov.uk',
  path: '/docs/UK-Sanctions-List.csv',
  reader: threadWork<typeof import('./_uk-sanctions-thread.ts')>(
    import.meta.url,
    './_uk-sanctions-thread.ts',
  ),
  bytesMax: 100_000_000,
})

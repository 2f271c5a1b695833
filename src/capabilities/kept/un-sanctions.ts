import { threadWork } from '../../base/core/thread-work.ts'
import { defineSanctionsList } from './_sanctions-list.ts'

/** Whom the Security Council has listed. */
export const unSanctions = defineSanctionsList({
  name: 'un-sanctions',
  title: 'UN Security Council Consolidated List',
  terms: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  texts: 'own',
  base: 'https://scsanctions.un.org',
  path: '/resources/xml/en/consolidated.xml',
  reader: threadWork<typeof import('./_un-sanctions-thread.ts')>(
    import.meta.url,
    './_un-sanctions-thread.ts',
  ),
  bytesMax: 60_000_000,
})
